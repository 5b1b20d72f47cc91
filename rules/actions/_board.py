"""The board games' table of words (`monopoly` in `FAMILIES`)."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final

from rules.actions import _estate as estate
from rules.actions import _turns as turns
from rules.actions._common import with_common
from rules.actions._fields import (
    MOST,
    Word,
    choice,
    read_list,
    read_object,
    read_text,
    read_whole,
    seat,
    seat_or,
    slot,
    text,
    whole,
)
from rules.errors import ActionError
from rules.kinds import Money
from rules.shown import wrong

MOST_HOUSES: Final = 60
HOTEL: Final = 5
CARDS: Final = 2
"""Release cards in a set."""

_DEED_KEYS: Final = frozenset(("name", "price", "mortgaged", "houses", "house_price"))
_GOODS_KEYS: Final = frozenset(("cash", "deeds", "cards"))
_GOODS: Final = (
    'a number, a name, a list of both, or {"cash": number, "deeds": [names], "cards": number}'
)


def _dice(key: str, found: Any, seats: Set[int]) -> Any:
    if type(found) is list and len(found) == 2:
        first, second = found
        if type(first) is int and type(second) is int and 1 <= first <= 6 and 1 <= second <= 6:
            return (first, second)
    raise ActionError(wrong(key, found, "a list of two whole numbers 1 to 6"))


def _deeds(key: str, found: Any, seats: Set[int]) -> Any:
    items = read_list(key, found, "deeds")
    return tuple(_deed(f"{key}[{index}]", item) for index, item in enumerate(items))


def _deed(where: str, found: Any) -> estate.Deed:
    fields = read_object(where, found, _DEED_KEYS)
    if "name" not in fields:
        raise ActionError(f"{where}.name: missing, allowed a deed's name")
    mortgaged = fields.get("mortgaged", False)
    if type(mortgaged) is not bool:
        raise ActionError(wrong(f"{where}.mortgaged", mortgaged, "true or false"))
    houses = fields.get("houses", 0)
    if type(houses) is not int or not 0 <= houses <= HOTEL:
        raise ActionError(wrong(f"{where}.houses", houses, "a whole number 0 to 5 (5: a hotel)"))
    return estate.Deed(
        read_text(f"{where}.name", fields["name"]),
        _price(where, "price", fields),
        mortgaged,
        houses,
        _price(where, "house_price", fields),
    )


def _price(where: str, key: str, fields: dict[str, Any]) -> Any:
    found = fields.get(key)
    return None if found is None else read_whole(f"{where}.{key}", found, 0)


def _deeds_fields(deeds: Any) -> Any:
    return [
        {"name": deed.name}
        | ({} if deed.price is None else {"price": deed.price})
        | ({"mortgaged": True} if deed.mortgaged else {})
        | ({"houses": deed.houses} if deed.houses else {})
        | ({} if deed.house_price is None else {"house_price": deed.house_price})
        for deed in deeds
    ]


def _goods(key: str, found: Any, seats: Set[int]) -> Any:
    if isinstance(found, dict):
        fields = read_object(key, found, _GOODS_KEYS)
        cards = read_whole(f"{key}.cards", fields.get("cards", 0), 0, CARDS)
        found = [
            fields.get("cash", 0),
            *read_list(f"{key}.deeds", fields.get("deeds", []), "names"),
            *["release card"] * cards,
        ]
    items = found if isinstance(found, list) else [found]
    cash = 0
    things = []
    for item in items:
        if type(item) is int and 0 <= item <= MOST:
            cash += item
        elif type(item) is str:
            things.append(read_text(key, item))
        else:
            raise ActionError(wrong(key, item, _GOODS))
    return estate.Goods(Money(cash), tuple(things))


def _goods_fields(goods: Any) -> Any:
    return [*([goods.cash] if goods.cash else []), *goods.things]


def _series(key: str, found: Any, seats: Set[int]) -> Any:
    items = found if isinstance(found, list) else [found]
    return tuple(read_text(key, item) for item in items)


def _wealth(key: str, found: Any, seats: Set[int]) -> Any:
    fields = read_object(key, found, {str(number) for number in seats})
    return tuple((int(seat), read_whole(f"{key}.{seat}", fields[seat], -MOST)) for seat in fields)


def _wealth_fields(wealth: Any) -> Any:
    return {str(seat): money for seat, money in wealth}


def _seats(key: str, found: Any, seats: Set[int]) -> Any:
    items = read_list(key, found, "seats")
    for item in items:
        if type(item) is not int or item not in seats:
            raise ActionError(wrong(key, item, f"seats of {sorted(seats)}"))
    return tuple(items)


_BY = seat("seat")
_WHAT = text("what")
_PROPERTY = text("what", None)

BOARD: Final[tuple[Word, ...]] = (
    Word(
        turns.Roll,
        (
            _BY,
            slot("dice", _dice, write=list),
            choice("by", "hand", "reader", "table", default=None),
            whole("throw", 1, default=None),
        ),
    ),
    Word(turns.Thrown, (_BY,)),
    Word(turns.Turn, (_BY, text("reason", ""))),
    Word(turns.Moved, (_BY,)),
    Word(turns.Timeout, (_BY,)),
    Word(turns.FreePass, (_BY,)),
    Word(turns.Retire, (_BY,)),
    Word(turns.Stay, (_BY,)),
    Word(turns.Card, (_BY, _WHAT)),
    Word(turns.PassStart, (_BY,)),
    Word(turns.Jail, (_BY,)),
    Word(turns.JailOut, (_BY, choice("how", "pay", "card", "double"))),
    Word(turns.Accuse, (_BY, seat("accused"))),
    Word(turns.Vote, (_BY, choice("choice", "yes", "no", "abstain"))),
    Word(turns.Evasion, (_BY, whole("avoided", 0))),
    Word(turns.Demand, (_BY, seat("from"))),
    Word(turns.Ruling, (text("text"), choice("by", "banker", "referee"), seat("seat", None))),
    Word(estate.Owe, (_BY, seat_or("to", "bank", "pot"), whole("amount", 0), _PROPERTY)),
    Word(estate.Claim, (_BY, seat("from"))),
    Word(estate.Offer, (_BY, seat("to"), _WHAT, whole("term", 1, 99, default=1))),
    Word(estate.Accept, (_BY, seat("from"))),
    Word(estate.Build, (_BY, whole("houses", 1, MOST_HOUSES), text("what", None))),
    Word(
        estate.Share,
        (_BY, seat("of"), whole("percent", 1, 100), slot("series", _series, (), write=list)),
    ),
    Word(estate.Pot, (whole("amount", 0),)),
    Word(estate.Buy, (_BY, _WHAT)),
    Word(
        estate.Trade,
        (
            _BY,
            seat("to"),
            slot("gives", _goods, write=_goods_fields),
            slot("gets", _goods, write=_goods_fields),
        ),
    ),
    Word(estate.Mortgage, (_BY, _WHAT)),
    Word(estate.Unmortgage, (_BY, _WHAT)),
    Word(estate.Demolish, (_BY, _WHAT, whole("houses", 1, MOST_HOUSES))),
    Word(estate.Sell, (_BY, _WHAT)),
    Word(estate.CannotPay, (_BY,)),
    Word(estate.Auction, (_WHAT, whole("value", 0, default=None), seat("seat", None))),
    Word(estate.Bid, (_BY, whole("amount", 0))),
    Word(estate.Take, (_BY,)),
    Word(estate.Pass, (_BY,)),
    Word(estate.Sold),
    Word(estate.Loan, (_BY, whole("amount", 0), whole("wealth", -MOST, default=None))),
    Word(estate.Redeem, (_BY,)),
    Word(
        estate.LandPot,
        (
            _BY,
            slot("wealth", _wealth, None, write=_wealth_fields),
            slot("under", _seats, None, write=list),
        ),
        either=("wealth", "under"),
    ),
    Word(estate.Bankrupt, (_BY, seat_or("to", "bank"))),
    Word(
        estate.Count,
        (_BY, whole("cash", 0, default=None), slot("deeds", _deeds, (), write=_deeds_fields)),
    ),
)

WORDS: Final = with_common(BOARD)
