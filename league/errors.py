"""Errors of the league. Imports nothing."""


class LeagueError(Exception):
    """Base; never raised itself."""


class UserError(LeagueError, ValueError):
    """The user's input, file or configuration is wrong (exit 2); nothing was changed."""


class RunError(LeagueError, RuntimeError):
    """It failed at run time (exit 1); the message says what to do."""


class CellError(UserError):
    """A cell of a result file is wrong; names file, line, column, what was found and allowed."""

    def __init__(self, name: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{name}: line {line}, column {column}: {message}")
        self.line = line
        self.column = column
