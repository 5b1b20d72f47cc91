"""`Value`: what is passed around. Frozen, in slots, equal to what has its class and its fields.

    class Card(Action):
        seat: Seat
        what: str

It is what `@dataclass(frozen=True, slots=True)` makes, and is used for one reason: a table has a
hundred and forty such classes, and must take presses soon after it is switched on. A dataclass is
made twice and compiles six functions; a `Value` is made once, shares its methods, and compiles its
constructor when the first one is built.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, NoReturn, TypeVar, dataclass_transform

_REQUIRED: Final = object()

SomeValue = TypeVar("SomeValue", bound="Value")


@dataclass_transform(frozen_default=True)
class _ValueType(type):
    """Reads the annotations of a class body, and makes slots of them."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], *, kw_only: bool = False
    ) -> _ValueType:
        hints = body.get("__annotations__", {})
        own = [field for field, hint in hints.items() if "ClassVar" not in str(hint)]
        defaults: dict[str, Any] = {}
        keywords: tuple[str, ...] = ()
        for base in bases:
            if isinstance(base, _ValueType):
                defaults |= base._defaults
                keywords += base._keywords
        # A slot and a class attribute cannot have one name.
        defaults |= {field: body.pop(field, _REQUIRED) for field in own}
        if kw_only:
            keywords += tuple(own)
        places = tuple(field for field in defaults if field not in keywords)
        body |= {
            "__slots__": tuple(own),
            "__match_args__": places,
            "__init__": _first,
            "_defaults": defaults,
            "_keywords": keywords,
            "_fields": attrgetter(*defaults) if defaults else _nothing,
        }
        return super().__new__(cls, name, bases, body)

    _defaults: dict[str, Any]
    _keywords: tuple[str, ...]
    _fields: Callable[[object], object]


def _nothing(_value: object) -> tuple[()]:
    return ()


def _first(self: Value, *args: Any, **kwargs: Any) -> None:
    """The constructor of a class of which there is no value yet: makes the real one."""
    kind = type(self)
    made = _constructor(kind)
    kind.__init__ = made  # type: ignore[method-assign]
    made(self, *args, **kwargs)


def _constructor(kind: _ValueType) -> Callable[..., None]:
    """`def __init__(self, seat, what=..., *, line=...)`, which fills the slots."""
    known: dict[str, Any] = {}
    words = ["self"]
    for field in sorted(kind._defaults, key=kind._keywords.__contains__):
        if field in kind._keywords and "*" not in words:
            words.append("*")
        known[f"set_{field}"] = getattr(kind, field).__set__  # past the frozen `__setattr__`
        default = kind._defaults[field]
        if default is _REQUIRED:
            words.append(field)
        else:
            known[f"default_{field}"] = default
            words.append(f"{field}=default_{field}")
    body = "".join(f"    set_{field}(self, {field})\n" for field in kind._defaults)
    exec(f"def __init__({', '.join(words)}):\n{body or '    pass'}", known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


class Value(metaclass=_ValueType):
    """Something said once and never changed; `replace` makes another one."""

    def __eq__(self, other: object) -> bool:
        kind = type(self)
        if type(other) is not kind:
            return NotImplemented
        return kind._fields(self) == kind._fields(other)

    def __hash__(self) -> int:
        return hash(type(self)._fields(self))

    def __repr__(self) -> str:
        kind = type(self)
        fields = ", ".join(f"{field}={getattr(self, field)!r}" for field in kind._defaults)
        return f"{kind.__qualname__}({fields})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is fixed; use replace()")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is fixed; use replace()")

    def __reduce__(self) -> tuple[Any, ...]:
        """As `pickle` takes it to another process: made anew, by its constructor."""
        kind = type(self)
        return _remade, (kind, {field: getattr(self, field) for field in kind._defaults})


def _remade(kind: type[SomeValue], fields: dict[str, Any]) -> SomeValue:
    return kind(**fields)


def replace(value: SomeValue, **changes: Any) -> SomeValue:
    """The same value with some fields changed."""
    kind = type(value)
    return kind(**{field: getattr(value, field) for field in kind._defaults} | changes)
