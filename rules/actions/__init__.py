"""Actions: what is asked of a game, one frozen class per `do` (docs/rules/actions.md).

* `_base.py` `Action`; `_common.py` the words every family knows
* `_turns.py`, `_estate.py` the board games' words, `_board.py` their table
* `_mafia.py` Mafia's, `_casino.py` the casino's, each with its table
* `_fields.py` readers of single fields; `_parse.py` a line's fields -> an action, and back

A table plays one family: no other's words are loaded before somebody asks for them. A new family is
a file of its own, its names here, a line in `_parse.py`.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.actions._base import (
    Action,
)
from rules.actions._common import (
    UNDO_BACK,
    Confirm,
    Disqualify,
    End,
    Foul,
    Incident,
    Next,
    Pause,
    Press,
    Remove,
    Reset,
    Resume,
    Sign,
    Start,
    Undo,
    Unfoul,
    Wait,
    Warn,
)
from rules.actions._parse import (
    FAMILIES,
    parse_action,
    to_fields,
)

if TYPE_CHECKING:
    from rules.actions._casino import (
        MOST_LEVELS,
        Addon,
        Alone,
        Arrive,
        Bust,
        Chips,
        Enter,
        Hall,
        Halt,
        Hand,
        LastHand,
        Leave,
        Level,
        Penalty,
        Reading,
        Rebuy,
        Round,
        RunOn,
        Stakes,
        Together,
        of_thousandths,
        read_level,
        thousandths,
    )
    from rules.actions._estate import (
        Accept,
        Auction,
        Bankrupt,
        Bid,
        Build,
        Buy,
        CannotPay,
        Claim,
        Count,
        Deed,
        Demolish,
        Goods,
        LandPot,
        Loan,
        Mortgage,
        Offer,
        Owe,
        Pass,
        Pot,
        Redeem,
        Sell,
        Share,
        Sold,
        Take,
        Trade,
        Unmortgage,
    )
    from rules.actions._mafia import (
        Award,
        BestMove,
        Day,
        DonCheck,
        Fist,
        Flag,
        Lift,
        LiftAll,
        Night,
        Nominate,
        Revote,
        Roles,
        SheriffCheck,
        Shot,
        Speech,
        Tally,
        TeamLoss,
        Triple,
        Voting,
        Withdraw,
        Yield,
    )
    from rules.actions._turns import (
        Accuse,
        Card,
        Demand,
        Evasion,
        FreePass,
        Jail,
        JailOut,
        Moved,
        PassStart,
        Retire,
        Roll,
        Ruling,
        Stay,
        Thrown,
        Timeout,
        Turn,
        Vote,
    )

_CASINO: Final = (
    "MOST_LEVELS Addon Alone Arrive Bust Chips Enter Hall Halt Hand LastHand Leave Level "
    "Penalty Reading Rebuy Round RunOn Stakes Together of_thousandths read_level thousandths"
)
_ESTATE: Final = (
    "Accept Auction Bankrupt Bid Build Buy CannotPay Claim Count Deed Demolish Goods "
    "LandPot Loan Mortgage Offer Owe Pass Pot Redeem Sell Share Sold Take Trade "
    "Unmortgage"
)
_MAFIA: Final = (
    "Award BestMove Day DonCheck Fist Flag Lift LiftAll Night Nominate Revote Roles "
    "SheriffCheck Shot Speech Tally TeamLoss Triple Voting Withdraw Yield"
)
_TURNS: Final = (
    "Accuse Card Demand Evasion FreePass Jail JailOut Moved PassStart Retire Roll Ruling "
    "Stay Thrown Timeout Turn Vote"
)
_LATER: Final = MappingProxyType(
    {
        **dict.fromkeys(_CASINO.split(), "rules.actions._casino"),
        **dict.fromkeys(_ESTATE.split(), "rules.actions._estate"),
        **dict.fromkeys(_MAFIA.split(), "rules.actions._mafia"),
        **dict.fromkeys(_TURNS.split(), "rules.actions._turns"),
    }
)
"""Where the words are that one family alone has."""


def __getattr__(name: str) -> Any:
    """A word of a family, at the first time that it is asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "FAMILIES",
    "MOST_LEVELS",
    "UNDO_BACK",
    "Accept",
    "Accuse",
    "Action",
    "Addon",
    "Alone",
    "Arrive",
    "Auction",
    "Award",
    "Bankrupt",
    "BestMove",
    "Bid",
    "Build",
    "Bust",
    "Buy",
    "CannotPay",
    "Card",
    "Chips",
    "Claim",
    "Confirm",
    "Count",
    "Day",
    "Deed",
    "Demand",
    "Demolish",
    "Disqualify",
    "DonCheck",
    "End",
    "Enter",
    "Evasion",
    "Fist",
    "Flag",
    "Foul",
    "FreePass",
    "Goods",
    "Hall",
    "Halt",
    "Hand",
    "Incident",
    "Jail",
    "JailOut",
    "LandPot",
    "LastHand",
    "Leave",
    "Level",
    "Lift",
    "LiftAll",
    "Loan",
    "Mortgage",
    "Moved",
    "Next",
    "Night",
    "Nominate",
    "Offer",
    "Owe",
    "Pass",
    "PassStart",
    "Pause",
    "Penalty",
    "Pot",
    "Press",
    "Reading",
    "Rebuy",
    "Redeem",
    "Remove",
    "Reset",
    "Resume",
    "Retire",
    "Revote",
    "Roles",
    "Roll",
    "Round",
    "Ruling",
    "RunOn",
    "Sell",
    "Share",
    "SheriffCheck",
    "Shot",
    "Sign",
    "Sold",
    "Speech",
    "Stakes",
    "Start",
    "Stay",
    "Take",
    "Tally",
    "TeamLoss",
    "Thrown",
    "Timeout",
    "Together",
    "Trade",
    "Triple",
    "Turn",
    "Undo",
    "Unfoul",
    "Unmortgage",
    "Vote",
    "Voting",
    "Wait",
    "Warn",
    "Withdraw",
    "Yield",
    "of_thousandths",
    "parse_action",
    "read_level",
    "thousandths",
    "to_fields",
]
