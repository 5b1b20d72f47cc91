"""The catalogues: every key in every language, same placeholders everywhere, none unused."""

from __future__ import annotations

import ast
import re
import shutil
import string
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from kiosk.families import FAMILIES, MenuBook
from kiosk.families.monopoly import FAMILY
from kiosk.locale import Catalogue, clock_text, minutes_text
from kiosk.screens.errors import TextsError
from kiosk.talk import OWN

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
LANGUAGES = ("en", "hu", "da", "ru", "sv")
DOMAINS = ("kiosk", "rules", "league", "console")

MADE = (
    r"kiosk\.undo\.",
    r"kiosk\.group\.",
    r"rules\.why\.",
    r"rules\.book\.",
    r"kiosk\.menu\.",
    r"kiosk\.sure\.",
    r"kiosk\.did\.",
    r"kiosk\.fault\.",
    r"kiosk\.bottom\.",
    r"kiosk\.pins\.",
    r"kiosk\.selftest\.",
    r"kiosk\.(link|idle\.spare)\.",
    r"kiosk\.(road\.(serial|url)|spare\.(refused|unreached))",
    r"kiosk\.mafia\.(next|day|end|head|left|lift|over|role|setup)\.",
    r"kiosk\.matador\.(bottom|group|notice|page|verdict)\.",
    r"kiosk\.casino\.(limit|criterion|terms\.end_|(amount|ante|bets|blinds)_next)",
)
"""Keys that code puts together; the tests below name every one of them."""


def _read(language: str, domain: str) -> Catalog:
    path = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def _texts(language: str, domain: str) -> dict[str, tuple[str, ...]]:
    """Key -> its forms, of the keys that have a text."""
    found = {}
    for message in _read(language, domain):
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if key and any(forms):
            found[key] = forms
    return found


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _sources() -> str:
    files = [path for package in ("kiosk", "rules") for path in (ROOT / package).rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _whys(folder: Path = ROOT / "rules") -> set[str]:
    """Every reason a rule module gives for a refusal."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            why = node.args[1]
            if name in ("refused", "Refusal") and isinstance(why, ast.Constant):
                found.add(str(why.value))
    return found


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key(language: str, domain: str) -> None:
    """A reader at a table of any game, not only of his own country's, reads his language."""
    everything = set().union(*(_texts(one, domain) for one in LANGUAGES))
    assert len(everything) > 400
    assert sorted(everything - set(_texts(language, domain))) == []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_english(language: str, domain: str) -> None:
    english = _texts("en", domain)
    for key, forms in _texts(language, domain).items():
        wanted = set().union(*(_placeholders(form) for form in english[key])) - {"n"}
        for form in forms:
            assert _placeholders(form) - {"n"} == wanted, f"{language}: {key}"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_of_the_language_is_there(language: str, domain: str) -> None:
    catalogue = _read(language, domain)
    for message in catalogue:
        if isinstance(message.string, tuple) and any(message.string):
            assert all(message.string), f"{language}: {_key(message)}"
            assert len(message.string) == catalogue.num_plurals, f"{language}: {_key(message)}"


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def test_no_text_is_unused_and_no_key_is_without_a_text() -> None:
    source = _sources()
    used = set(re.findall(r'"(kiosk\.[a-z]+\.[A-Za-z0-9_.-]*[A-Za-z0-9])"', source))
    modules = {key for key in used if _is_module(key)}
    have = set(_texts("en", "kiosk"))
    assert sorted(used - modules - have) == []
    unused = {key for key in have - used if not any(re.match(made, key) for made in MADE)}
    assert sorted(unused) == []


def test_the_console_has_every_text_it_makes_and_none_that_it_does_not() -> None:
    console = ROOT / "kiosk" / "console"
    files = [path for kind in ("py", "html") for path in console.rglob(f"*.{kind}")]
    files += (ROOT / "kiosk" / "families").glob("*/console*.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    have = set(_texts("en", "console"))
    used = set(re.findall(r"""["'](console\.[a-z]+\.[a-z_]*[a-z])["']""", source))
    assert sorted(used - have) == []
    made = ("verb", "grave", "ask", "word", "group", "say", "stale", "log", "phase", "note", "pair",
            "next", "mafia")  # fmt: skip
    unused = {key for key in have - used if key.split(".")[1] not in made}
    assert sorted(unused) == []


def test_every_key_of_the_console_has_its_texts() -> None:
    from kiosk.console.rendering import SAID
    from kiosk.console.verbs import verbs

    keys = {f"console.say.{word}" for word in SAID}
    for verb in (one for family in FAMILIES for one in verbs(family)):
        keys |= {f"console.verb.{verb.word}", f"console.group.{verb.group}"}
        keys |= {f"console.grave.{verb.word}"} if verb.grave else set()
        for step in verb.steps:
            keys |= {f"console.ask.{step.ask}"}
            keys |= {f"console.word.{step.field}.{word}" for word in step.words}
    for package in FAMILIES.values():
        books = [one for one in vars(import_module(f"{package}.verbs")).values()
                 if isinstance(one, MenuBook)]  # fmt: skip
        keys |= {f"console.word.reason.{word}" for book in books for word in book.reasons}
    have = _texts("en", "console")
    assert sorted(keys - set(have)) == []
    spare = {"ago", "minutes_ago"}  # said by the page's maker, not by its keys
    said = {key for key in have if key.split(".")[1] in ("verb", "grave", "ask", "word", "group")}
    assert sorted(said - keys) == []
    told = {key for key in have if key.startswith("console.say.")} - keys
    assert {key.removeprefix("console.say.") for key in told} == spare


@pytest.mark.parametrize("language", ["hu", "da", "sv", "ru"])
def test_a_key_has_one_name_in_a_language_and_no_english_one(language: str) -> None:
    """What a text calls a key stands on it; START is START everywhere."""
    english = re.compile(r"\b(YES|NO|CONFIRM|UNDO|FOUL|NEXT)\b")
    found = {
        key: text
        for domain in ("kiosk", "console")
        for key, text in _texts(language, domain).items()
        if english.search(str(text))
    }
    assert found == {}


def test_the_start_key_is_written_in_latin_letters_in_russian_too() -> None:
    """СТАРТ is the field of the board, START the key: so it stands on the box."""
    found = {
        key
        for domain in ("kiosk", "console")
        for key, text in _texts("ru", domain).items()
        if "СТАРТ" in str(text)
    }
    assert found == {"kiosk.board.start", "kiosk.undo.pass_start", "console.verb.pass_start"}


@pytest.mark.parametrize("game", sorted(FAMILIES))
def test_every_entry_of_a_menu_has_its_texts(game: str) -> None:
    book = import_module(f"{FAMILIES[game]}.verbs").MENU
    words = {word for page in book.pages for word in page}
    own = OWN | set(book.opens)
    keys = {f"kiosk.menu.{word}" for word in words & own}
    verbs = [book.verbs[word] for word in words - own]
    keys |= {f"kiosk.sure.{verb.word}" for verb in verbs if verb.grave and verb.do != "reset"}
    keys |= {"kiosk.did.undo", "kiosk.did.sign", "kiosk.did.turn", "kiosk.did.moved"}
    assert sorted(keys - set(_texts("en", "kiosk"))) == []
    reasons = {f"console.word.reason.{word}" for word in book.reasons}
    assert sorted(reasons - set(_texts("en", "console"))) == []


def test_hun_every_rule_that_refuses_or_is_announced_stands_in_the_book() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (*(ROOT / "rules" / "monopoly").glob("*.py"), ROOT / "rules" / "history.py")
        if path.stem != "entry"  # who may take part is no question at a table
    )
    refusing = set(re.findall(r'refused\(\s*"((?:HUN|TABLE)-[A-Z0-9.-]+)"', source))
    refusing |= set(re.findall(r'\("((?:HUN|TABLE)-[A-Z0-9.-]+)", "[a-z_]+"\)', source))
    refusing |= set(re.findall(r'RuleId\("((?:HUN|TABLE)-[A-Z0-9.-]+)"\)', source))
    may_read = {rule for rule in refusing if FAMILY.may_read(rule)} | {"HUN-4.1", "HUN-4.2"}
    assert len(may_read) > 30
    have = set(_texts("en", "rules"))
    assert sorted(rule for rule in may_read if f"rules.book.{rule}" not in have) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_ramk_every_rule_of_the_document_stands_in_the_book(language: str) -> None:
    document = tomllib.loads((ROOT / "docs" / "rules" / "ramk-2017.toml").read_text("utf-8"))
    have = set(_texts(language, "rules"))
    assert [r["id"] for r in document["rules"] if f"rules.book.{r['id']}" not in have] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", ["mafia-nuances", "mafia-aktau-2015"])
def test_mafia_every_rule_of_both_documents_stands_in_the_book(
    document: str, language: str
) -> None:
    found = tomllib.loads((ROOT / "docs" / "rules" / f"{document}.toml").read_text("utf-8"))
    have = set(_texts(language, "rules"))
    assert [r["id"] for r in found["rules"] if f"rules.book.{r['id']}" not in have] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_every_family_has_its_word(language: str) -> None:
    """The console's log says it; an action without a word stood there as its bare name."""
    from rules.actions import FAMILIES

    have = set(_texts(language, "rules"))
    wanted = {f"rules.do.{do}" for words in FAMILIES.values() for do in words}
    assert len(wanted) > 80
    assert sorted(wanted - have) == []


def test_every_setting_of_every_game_and_every_word_it_may_have_is_said() -> None:
    """`kiosk rules show` and `diff` say them; what has a digit in it is said as it is."""
    from rules.registry import GAMES, settings_of
    from rules.settings import Choice

    have = set(_texts("en", "rules"))
    settings = [one for game in GAMES for one in settings_of(game)]
    wanted = {f"rules.setting.{one.name}" for one in settings}
    wanted |= {f"rules.section.{one.table}" for one in settings}
    wanted |= {
        f"rules.choice.{one.name}.{word}"
        for one in settings
        if isinstance(one.kind, Choice)
        for word in one.kind.words
        if not word[0].isdigit()
    }
    assert len(wanted) > 250
    assert sorted(wanted - have) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_of_a_mafia_table(language: str) -> None:
    from rules.actions import FAMILIES
    from rules.history import STANDS

    english, have = _texts("en", "kiosk"), _texts(language, "kiosk")
    rules = _texts(language, "rules")
    wanted = {key for key in english if key.startswith("kiosk.mafia.")}
    wanted |= {f"kiosk.undo.{do}" for do in set(FAMILIES["mafia"]) - STANDS}
    assert sorted(wanted - set(have)) == []
    whys = {f"rules.why.{why}" for why in _whys(ROOT / "rules" / "mafia")}
    words = {f"rules.do.{do}" for do in FAMILIES["mafia"]}
    assert sorted((whys | words) - set(rules)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_mafia_every_rule_that_refuses_or_is_announced_stands_in_the_book(language: str) -> None:
    from kiosk.families.mafia import RULES

    source = "".join(path.read_text("utf-8") for path in (ROOT / "rules" / "mafia").glob("*.py"))
    ids = set(re.findall(r'"((?:MAFN|MAFA|MAF-P|TABLE)-[A-Za-z0-9-]+)"', source))
    assert len(ids) > 60
    have = set(_texts(language, "rules"))
    wanted = ids | set(RULES.values())
    assert sorted(rule for rule in wanted if f"rules.book.{rule}" not in have) == []


def test_every_refusal_of_the_rules_has_a_text() -> None:
    have = set(_texts("en", "rules"))
    assert sorted(f"rules.why.{why}" for why in _whys() if f"rules.why.{why}" not in have) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_road_and_every_way_to_a_spare_is_said(language: str) -> None:
    from kiosk.health import REMEDIES

    told = {f"kiosk.link.{word}" for word in REMEDIES}
    said = "offer asked stick sure foreign damaged leave next yes.stick yes.sure"
    told |= {f"kiosk.idle.spare.{word}" for word in said.split()}
    told |= {f"kiosk.bottom.fault.{family}" for family in FAMILIES}
    told |= {"kiosk.spare.refused", "kiosk.spare.unreached"}
    told |= {f"kiosk.road.{kind}" for kind in ("serial", "url", "mdns")}
    assert sorted(told - set(_texts(language, "kiosk"))) == []


def test_everything_that_can_be_taken_back_has_its_question() -> None:
    """Actions of the family that an undo may name (docs/rules/actions.md)."""
    from rules.actions import FAMILIES
    from rules.history import STANDS

    passed_over = STANDS
    have = _texts("en", "kiosk")
    for do in {do for words in FAMILIES.values() for do in words} - passed_over:
        assert f"kiosk.undo.{do}" in have, do


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("locale")
    command = [sys.executable, str(LOCALE / "compile.py"), "--into", str(into)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == f"{len(LANGUAGES) * len(DOMAINS)} catalogues compiled\n"
    return into


def test_every_language_is_found(compiled: Path) -> None:
    assert Catalogue(compiled).languages() == ("en", "da", "hu", "ru", "sv")


def test_texts_take_numbers_as_the_language_writes_them(compiled: Path) -> None:
    hungarian = Catalogue(compiled).texts("hu")
    assert hungarian.number(1642) == "1\u202f642"
    assert hungarian.number(-1642000) == "−1\u202f642\u202f000"
    assert hungarian.tenths(1299) == "1,2"
    assert hungarian.text("kiosk.sheet.free", value=1130) == "tehermentes vagyon 1\u202f130"
    english = Catalogue(compiled).texts("en")
    assert english.number(1642) == "1,642"
    assert english.number(999) == "999"
    assert english.tenths(50) == "0.0"


def test_plural_forms_follow_the_count(compiled: Path) -> None:
    english = Catalogue(compiled).texts("en")
    assert english.text("kiosk.deed.houses", 1) == "1 house"
    assert english.text("kiosk.deed.houses", 4) == "4 houses"
    assert Catalogue(compiled).texts("ru").text("kiosk.sign.not_sent", 12) == "НЕ УШЛО 12"


def test_a_text_missing_in_a_language_comes_in_english_and_an_unknown_key_as_itself(
    tmp_path: Path,
) -> None:
    folder = shutil.copytree(LOCALE, tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    path = folder / "da" / "LC_MESSAGES" / "kiosk.po"
    texts = path.read_text(encoding="utf-8").replace('"kiosk.over.title"', '"kiosk.over.untitled"')
    path.write_text(texts, encoding="utf-8")
    subprocess.run([sys.executable, folder / "compile.py"], check=True, capture_output=True)
    danish = Catalogue(folder).texts("da")
    assert danish.text("kiosk.over.title") == "Time is over"
    assert danish.text("kiosk.no.such.key") == "kiosk.no.such.key"
    assert danish.text("nowhere") == "nowhere"
    assert danish.text("kiosk.card.place") == "kiosk.card.place"  # a placeholder is missing
    assert not danish.has("kiosk.no.such.key")
    assert danish.has("kiosk.over.title")


def test_texts_that_were_never_compiled_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TextsError) as raised:
        Catalogue(tmp_path).texts("en")
    path = tmp_path / "en" / "LC_MESSAGES" / "kiosk.mo"
    wanted = f"{path}: texts are not compiled; run ./setup.sh demo, run or test once"
    assert str(raised.value) == wanted


def test_a_broken_catalogue_is_refused_with_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "kiosk.po").write_text('msgid "a"\nmsgstr "b"\nnonsense\n', encoding="utf-8")
    script = tmp_path / "compile.py"
    script.write_bytes((LOCALE / "compile.py").read_bytes())
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*.mo"))


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (1, "0:01"), (61, "1:01"), (3599, "59:59"), (3600, "1:00:00"), (5400, "1:30:00")],
)
def test_durations_are_written_with_hours_from_an_hour_on(seconds: int, shown: str) -> None:
    assert clock_text(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (599, "9:59"), (5400, "90:00")])
def test_a_clock_whose_length_is_in_minutes_stays_in_minutes(seconds: int, shown: str) -> None:
    assert minutes_text(seconds) == shown
