"""The first line of a record or script: who plays where, under which edition."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.errors import ActionError
from rules.kinds import Seat
from rules.shown import wrong
from rules.value import Value
from rules.words import LONGEST_PLAYER, NAME_RULE, is_name, is_text

SEAT_NUMBERS: Final = range(1, 11)
ROLES: Final = ("red", "sheriff", "mafia", "don")
OFFICES: Final = ("banker", "referee", "host", "side_judge", "keeper")

_NAMED: Final = ("edition", "season", "round", "game", "table")
_KEYS: Final = frozenset((*_NAMED, "seats", "final", "division", "options", "officials"))
_SEAT_KEYS: Final = frozenset(("seat", "player", "name", "role"))
_PERSON: Final = f"a text of 1 to {LONGEST_PLAYER} characters without control characters"
NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})


class OpeningSeat(Value):
    """A place at the table and who sits there; `name` is what the screen shows."""

    seat: Seat
    player: str
    name: str
    role: str | None = None
    """Mafia's, where the opening says it; nobody may see it before the end."""


class Opening(Value):
    """What a game is opened with (docs/rules/actions.md); seats in ascending order."""

    edition: str
    season: str
    round: str
    game: str
    table: str
    seats: tuple[OpeningSeat, ...]
    numbers: frozenset[int]
    """The seats that exist, for quick look-up: `seats`, and free ones of a tournament's table."""
    final: bool = False
    division: int | None = None
    options: Mapping[str, object] = NO_OPTIONS
    officials: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def officers(self, office: str) -> tuple[str, ...]:
        """Who holds an office (`banker`: one or two), in the order given."""
        return next((names for held, names in self.officials if held == office), ())


def parse_opening(found: object) -> Opening:
    """Check an `open` object; raises ActionError naming the field, what was found and allowed."""
    fields = _object("open", found, _KEYS)
    for key in _NAMED:
        if not is_name(fields.get(key)):
            raise _wrong(f"open.{key}", fields, key, NAME_RULE)
    if type(fields.get("final", False)) is not bool:
        raise _wrong("open.final", fields, "final", "true or false")
    if "division" in fields and not _is_whole(fields["division"], range(1, 3)):
        raise _wrong("open.division", fields, "division", "1 or 2")
    seats = _seats(fields)
    return Opening(
        **{key: fields[key] for key in _NAMED},
        seats=seats,
        numbers=_numbers(seats, fields.get("options")),
        final=fields.get("final", False),
        division=fields.get("division"),
        options=_options(fields.get("options", {})),
        officials=_officials(fields.get("officials", {})),
    )


def opening_fields(opening: Opening) -> dict[str, Any]:
    """The `open` object again; what was left out or is the default is left out."""
    fields: dict[str, Any] = {key: getattr(opening, key) for key in _NAMED}
    fields["seats"] = [
        {"seat": seat.seat, "player": seat.player}
        | ({} if seat.name == seat.player else {"name": seat.name})
        | ({} if seat.role is None else {"role": seat.role})
        for seat in opening.seats
    ]
    if opening.final:
        fields["final"] = True
    if opening.division is not None:
        fields["division"] = opening.division
    if opening.options:
        fields["options"] = dict(opening.options)
    if opening.officials:
        fields["officials"] = {
            office: names[0] if len(names) == 1 else list(names)
            for office, names in opening.officials
        }
    return fields


def _seats(fields: Mapping[str, Any]) -> tuple[OpeningSeat, ...]:
    found = fields.get("seats")
    if not isinstance(found, list) or not 1 <= len(found) <= len(SEAT_NUMBERS):
        raise _wrong("open.seats", fields, "seats", "a list of 1 to 10 seats")
    seats = [_seat(f"open.seats[{index}]", item) for index, item in enumerate(found)]
    _distinct("seat", [seat.seat for seat in seats])
    _distinct("player", [seat.player for seat in seats])
    return tuple(sorted(seats, key=lambda seat: seat.seat))


def _seat(where: str, found: object) -> OpeningSeat:
    fields = _object(where, found, _SEAT_KEYS)
    if not _is_whole(fields.get("seat"), SEAT_NUMBERS):
        raise _wrong(f"{where}.seat", fields, "seat", "a whole number 1 to 10")
    if not _is_person(fields.get("player")):
        raise _wrong(f"{where}.player", fields, "player", _PERSON)
    name = fields.get("name", fields["player"])
    if not _is_person(name):
        raise _wrong(f"{where}.name", fields, "name", _PERSON)
    role = fields.get("role")
    if "role" in fields and (type(role) is not str or role not in ROLES):
        raise _wrong(f"{where}.role", fields, "role", ", ".join(ROLES))
    return OpeningSeat(Seat(fields["seat"]), fields["player"], name, role)


def _numbers(seats: tuple[OpeningSeat, ...], options: object) -> frozenset[int]:
    """The seats that somebody has. At one of several tables of a tournament (`tables` of its
    structure) every seat exists, for who is moved there.
    """
    taken = frozenset(seat.seat for seat in seats)
    structure = options.get("structure") if isinstance(options, dict) else None
    if not isinstance(structure, dict) or not _is_whole(structure.get("tables"), range(2, 10_001)):
        return taken
    size = structure.get("table_size", len(SEAT_NUMBERS))
    return taken | frozenset(range(1, size + 1) if _is_whole(size, SEAT_NUMBERS) else ())


def _distinct(key: str, values: list[Any]) -> None:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise ActionError(wrong(f"open.seats[{index}].{key}", value, f"each {key} only once"))


def _options(found: object) -> Mapping[str, object]:
    fields = _object("open.options", found, None)
    return MappingProxyType(dict(fields))


def _officials(found: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    fields = _object("open.officials", found, frozenset(OFFICES))
    return tuple((office, _holders(office, fields[office])) for office in fields)


def _holders(office: str, found: object) -> tuple[str, ...]:
    most = 2 if office == "banker" else 1
    names = found if isinstance(found, list) else [found]
    if not 1 <= len(names) <= most or not all(_is_person(name) for name in names):
        allowed = "one name or a list of one or two names" if most == 2 else "one name"
        raise ActionError(wrong(f"open.officials.{office}", found, allowed))
    return tuple(names)


def _object(where: str, found: object, keys: frozenset[str] | None) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise ActionError(wrong(where, found, "an object {...}"))
    for key in found:
        if not is_text(key) or (keys is not None and key not in keys):
            allowed = "a setting's name" if keys is None else ", ".join(sorted(keys))
            raise ActionError(wrong(f"{where}: unknown key", key, allowed))
    return found


def _is_whole(found: object, allowed: range) -> bool:
    return type(found) is int and found in allowed


def _is_person(found: object) -> bool:
    return is_text(found, LONGEST_PLAYER) and found.strip() != ""


def _wrong(where: str, fields: Mapping[str, Any], key: str, allowed: str) -> ActionError:
    if key not in fields:
        return ActionError(f"{where}: missing, allowed {allowed}")
    return ActionError(wrong(where, fields[key], allowed))
