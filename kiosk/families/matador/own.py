"""What a Matador table shows besides its view: `Frame.own`. Values only; screens read them."""

from __future__ import annotations

from kiosk.screens.frame import Line
from rules.kinds import Money, Seat
from rules.value import Value


class PotPage(Value):
    """RAMK-5.1: somebody landed on field 21. `under`: who said so far "I am under 30,000".

    `asks` is "lander" (is he?) or "others" (who of them is?); `parts` is what each would get now.
    "told": it is over, `parts` is what each got, and `pot` what is left.
    """

    lander: Seat
    pot: Money
    asks: str
    under: tuple[Seat, ...] = ()
    parts: tuple[tuple[Seat, Money], ...] = ()
    limit: Money = Money(30_000)  # the edition's `pot_wealth`


class PlacesPage(Value):
    """Another board's result: who left when, the first to leave first; `last` won."""

    out: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    done: bool = False  # one is left: OK writes it all down


class PageRow(Value):
    """A line of a page: who, what, how much; `dim`: it means nothing now."""

    text: Line | str
    seat: Seat | None = None
    amount: Money | None = None
    dim: bool = False


class Page(Value):
    """A page that computes: loan, wealth, shares, auction. Paper money stays the truth.

    `asks` says what is typed (`typed`, None: nothing is). `big` is the result with what it is. The
    `note` is one sentence of the rules.
    """

    title: Line
    asks: Line | None = None
    typed: str | None = None
    big: tuple[Line, Money] | None = None
    rows: tuple[PageRow, ...] = ()
    note: Line | None = None


class Own(Value):
    """Beside `view`, `dice`, `entry`, `ballot`, `panel`, `question` and `hold`.

    `rolled_text`: wall clock of the last roll ("20:10:52"). `claim`: whose landing a press of an
    owner asks rent for now. `bid`: what a press of a bidder offers in the running auction. `pot`,
    `places`, `page`: the page that is open, one at most; it has the whole table top. `names`: what
    is printed on the deeds, by code.
    """

    rolled_text: str | None = None
    claim: Seat | None = None
    bid: Money | None = None
    pot: PotPage | None = None
    places: PlacesPage | None = None
    page: Page | None = None
    names: tuple[tuple[str, str], ...] = ()

    def name_of(self, what: str) -> str:
        """The printed name of a deed by its code; what is none stays as it is."""
        return dict(self.names).get(what, what)
