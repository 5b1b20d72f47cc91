"""Errors of files and scripts: our fault or a bad file, never a player's press. Imports nothing."""


class RulesError(Exception):
    """Base; never raised itself."""


class EditionError(RulesError, ValueError):
    """An edition file is wrong: names file, line, key, what was found and what is allowed."""


class ScriptError(RulesError, ValueError):
    """A line of a script is no valid action: names the line and what is allowed."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class ActionError(RulesError, ValueError):
    """Fields that are no action: names the field, what was found and what is allowed."""


class RecordError(RulesError, ValueError):
    """A game record is damaged or does not verify: names the line and the reason."""
