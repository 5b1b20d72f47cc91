"""`Value`: what a frozen dataclass with slots would be."""

from __future__ import annotations

from typing import ClassVar

import pytest

from rules.value import Value, replace


class Dated(Value, kw_only=True):
    year: int = 2009


class Deed(Dated):
    word: ClassVar[str] = "deed"

    code: str
    price: int = 60


class Twin(Dated):
    code: str
    price: int = 60


class Station(Deed):
    lines: int = 1

    @property
    def dear(self) -> bool:
        return self.lines > 1


class Nothing(Value):
    """Says all by its class."""


class Nought(Value):
    """Another one."""


class Spoken:
    """No value itself: it brings a method, and no field."""

    __slots__ = ()

    def said(self) -> str:
        return "said"


class Word(Deed, Spoken):
    """A value that can do what another class does."""


def test_a_base_that_is_no_value_brings_no_fields() -> None:
    assert Word("M1") == Word("M1", 60)
    assert Word("M1").said() == "said"


def test_fields_come_by_place_by_name_and_by_default() -> None:
    deed = Deed("M1", price=100)
    assert (deed.code, deed.price, deed.year, deed.word) == ("M1", 100, 2009, "deed")
    assert Deed("M1").price == 60
    assert Deed("M1", year=1935).year == 1935


@pytest.mark.parametrize(
    ("places", "names", "wrong"),
    [
        ((), {}, "missing 1 required positional argument: 'code'"),
        (("M1", 60, 2009), {}, "takes from 2 to 3 positional arguments"),
        (("M1",), {"colour": "red"}, "unexpected keyword argument 'colour'"),
    ],
)
def test_what_is_no_field_is_an_error(
    places: tuple[object, ...], names: dict[str, object], wrong: str
) -> None:
    with pytest.raises(TypeError, match=wrong):
        Deed(*places, **names)  # type: ignore[arg-type]


def test_a_value_cannot_be_changed_or_grow() -> None:
    deed = Deed("M1")
    with pytest.raises(AttributeError, match=r"^Deed\.price is fixed; use replace\(\)$"):
        deed.price = 1  # type: ignore[misc]
    with pytest.raises(AttributeError, match=r"^Deed\.price is fixed; use replace\(\)$"):
        del deed.price
    with pytest.raises(AttributeError, match="is fixed"):
        deed.owner = 3  # type: ignore[attr-defined]
    assert not hasattr(deed, "__dict__")


def test_values_are_equal_by_class_and_fields() -> None:
    assert Deed("M1") == Deed("M1", 60)
    assert hash(Deed("M1")) == hash(Deed("M1", 60))
    assert Deed("M1") != Deed("M1", year=1935)
    assert Deed("M1") != Twin("M1")
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert Nothing() != Nought()
    assert Nothing()
    assert Dated() != 2009


def test_a_class_that_follows_adds_its_fields() -> None:
    Deed("M1")  # the constructor of the one is not that of the other
    station = Station("S1", 200, 2)
    assert isinstance(station, Deed)
    assert station.dear
    assert repr(station) == "Station(year=2009, code='S1', price=200, lines=2)"


def test_a_pattern_takes_the_fields_by_place() -> None:
    match Deed("M1", 100):
        case Deed(code, price):
            assert (code, price) == ("M1", 100)
        case _:
            pytest.fail("no match")


def test_replace_changes_some_fields_and_knows_no_others() -> None:
    deed = Deed("M1", 100, year=1935)
    assert replace(deed, price=1) == Deed("M1", 1, year=1935)
    assert deed.price == 100
    with pytest.raises(TypeError, match="colour"):
        replace(deed, colour="red")
