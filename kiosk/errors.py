"""What ends a command: wrong input (exit 2) or a failed run (exit 1), one line each. Imports
nothing.
"""


class KioskError(Exception):
    """Base; never raised itself. The message is one line for the person at the keyboard."""

    exit_code = 1


class UserError(KioskError, ValueError):
    """Input, file or configuration is wrong: says which, what was found and what is allowed."""

    exit_code = 2


class RunError(KioskError, RuntimeError):
    """It failed at run time: says what, and what to do."""
