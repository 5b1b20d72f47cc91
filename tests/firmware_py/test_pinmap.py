"""The pin map that ships, and each rule with what it refuses: file, line, key, found, allowed."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from gpiozero.pins.pi import PiBoardInfo

from firmware_py.errors import PinMapError
from firmware_py.header import KEPT, PIN_OF_BCM, likely_overlays, reset_pull, taken_by
from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import ALL_LINES, INPUTS, PinMap, parse_pin_map
from firmware_py.tomlplace import line_of

BCM = {
    "seat1": 5, "seat2": 6, "seat3": 7, "seat4": 8, "seat5": 9, "seat6": 10, "seat7": 11,
    "seat8": 16, "seat9": 22, "seat10": 23, "judge.next": 24, "judge.foul": 25, "judge.yes": 26,
    "judge.no": 27, "judge.undo": 17, "judge.confirm": 13, "shutdown": 4, "buzzer": 12,
}  # fmt: skip


def refused(text: str) -> PinMapError:
    with pytest.raises(PinMapError) as caught:
        parse_pin_map(text, "pins.toml")
    return caught.value


def in_line(text: str, name: str, old: str, new: str) -> tuple[str, int]:
    """The text with some lines of one line's table changed, and where the change begins."""
    header = f'[lines."{name}"]\n' if "." in name else f"[lines.{name}]\n"
    before, _, rest = text.partition(header)
    table, gap, after = rest.partition("\n\n")
    assert old in table, f"no {old} in {header}"
    line = text[: len(before) + len(header) + table.index(old)].count("\n") + 1
    return before + header + table.replace(old, new) + gap + after, line


def test_the_lines_are_where_the_wiring_says(pin_map: PinMap) -> None:
    assert {line: spec.bcm for line, spec in pin_map.lines.items() if spec.bcm} == BCM
    nodes = [pin_map.lamp(seat).node for seat in SEATS]
    assert nodes == [f"GPA{n}" for n in range(8)] + ["GPB0", "GPB1"]
    assert len(pin_map.lines) == 28


def test_uart_i2c_i2s_and_the_hat_identity_stay_free(pin_map: PinMap) -> None:
    used = {line.bcm for line in pin_map.lines.values()}
    assert not used & {0, 1, 2, 3, 14, 15, 18, 19, 20, 21}


def test_inputs_and_outputs_come_in_a_fixed_order(pin_map: PinMap) -> None:
    assert [line.id for line in pin_map.inputs] == list(INPUTS)
    assert [line.id for line in pin_map.outputs][:2] == ["buzzer", "lamp1"]
    assert all(line.is_input for line in pin_map.inputs)
    assert pin_map.lines[LineId("seat3")].place == "BCM 7 (pin 26)"
    assert pin_map.lamp(3).place == "GPA2 of the expander"


def test_the_header_is_as_gpiozero_knows_it() -> None:
    board = PiBoardInfo.from_revision(0xC03111)
    for bcm, pin in PIN_OF_BCM.items():
        places = [info.number for header, info in board.find_pin(bcm) if header.name == "J8"]
        assert places == [pin]
    assert [reset_pull(bcm) for bcm in (8, 9)] == ["up", "down"]
    assert set(KEPT) == {0, 1, 2, 3, 14, 15}


def test_a_map_with_bcm_node_pull_and_active_high_alone_is_enough() -> None:
    lines = [f'[lines."{name}"]\nbcm = {bcm}\n' for name, bcm in BCM.items()]
    lines += [f'[lines.lamp{n}]\nnode = "GPA{n - 1}"\n' for n in range(1, 9)]
    lines += ['[lines.lamp9]\nnode = "GPB0"\n', '[lines.lamp10]\nnode = "GPB1"\n']
    found = parse_pin_map("".join(lines), "own.toml")
    assert found.lines[LineId("seat1")].pull == "up"
    assert not found.lines[LineId("seat1")].active_high
    assert found.lines[LineId("lamp1")].active_high
    assert found.chips["expander"].labels == ("mcp23017",)


def test_a_judges_key_may_be_written_as_a_dotted_table(pins_text: str) -> None:
    dotted = pins_text.replace('[lines."judge.next"]', "[lines.judge.next]")
    assert parse_pin_map(dotted, "x").lines[LineId("judge.next")].bcm == 24


CASES = [
    ("E1", "seat4", "[lines.seat4]", "[lines.seat11]", "lines.seat11: found an unknown line"),
    ("E2", "seat2", "bcm = 6", "bcm = 5", "lines.seat2.bcm: found 5, as seat1 has"),
    ("E2", "lamp2", 'node = "GPA1"', 'node = "GPA0"', "lines.lamp2.node: found GPA0, as lamp1"),
    ("E3", "seat1", "pin = 29", "pin = 31", "lines.seat1.pin: found 31; allowed: 29"),
    ("E3", "seat1", "bcm = 5", "bcm = 28", "lines.seat1.bcm: found 28; allowed: 4 to 13"),
    ("E3", "seat1", "bcm = 5", "bcm = true", "lines.seat1.bcm: found true"),
    ("E3", "seat1", "bcm = 5", 'bcm = "five"', 'lines.seat1.bcm: found "five"'),
    ("E4", "buzzer", "bcm = 12", "bcm = 14", "lines.buzzer.bcm: found 14, kept for the UART"),
    ("E4", "seat1", "bcm = 5", "bcm = 3", "lines.seat1.bcm: found 3, kept for I2C"),
    ("E4", "seat1", "bcm = 5", "bcm = 0", "lines.seat1.bcm: found 0, kept for the HAT identity"),
    ("E7", "seat1", 'pull = "up"', 'pull = "down"', 'lines.seat1.pull: found "down"; allowed: up'),
    ("E7", "judge.no", "active_high = false", "active_high = true", "judge.no.active_high: found"),
    (
        "E12",
        "seat9",
        "bcm = 22",
        'node = "GPB2"',
        'lines.seat9.node: found "GPB2"; allowed: bcm',
    ),
    ("E15", "lamp1", "active_high = true", "active_high = false", "lines.lamp1.active_high: found"),
    ("E15", "lamp1", 'node = "GPA0"', 'node = "GPC0"', "allowed: GPA0 to GPA7, GPB0 to GPB7"),
    ("E3", "lamp9", 'pull = "none"', "pin = 15", "lines.lamp9.pin: found 15; allowed: nothing"),
    ("E21", "seat4", 'lamp = "lamp4"', 'lamp = "lamp3"', 'lines.seat4.lamp: found "lamp3"'),
    ("E25", "seat1", 'pull = "up"', 'pul = "up"', "lines.seat1.pul: found an unknown key; allowed"),
    ("E25", "seat1", 'pull = "up"', 'pull = "high"', 'found "high"; allowed: up, down, none'),
    ("E25", "seat1", "active_high = false", "active_high = 0", "found 0; allowed: true, false"),
    ("E25", "seat1", 'channel = "contact"', 'channel = "pad"', 'found "pad"; allowed: contact'),
    ("E25", "seat1", "bcm = 5", "", "lines.seat1: found neither; allowed: bcm (header) or node"),
]


@pytest.mark.parametrize(
    ("rule", "name", "old", "new", "message"), CASES, ids=[f"{c[0]} {c[1]} {c[3]}" for c in CASES]
)
def test_what_cannot_work_is_refused_where_it_stands(
    pins_text: str, rule: str, name: str, old: str, new: str, message: str
) -> None:
    if old.startswith("["):
        text, line = pins_text.replace(old, new), pins_text.splitlines().index(old) + 1
    else:
        text, line = in_line(pins_text, name, old, new)
    if not new:
        line -= 1  # the table's own line
    error = refused(text)
    assert error.rule == rule, str(error)
    assert str(error).startswith(f"pins.toml:{line}: ")
    assert message in str(error)
    assert "; allowed: " in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("old", "new", "message", "rule"),
    [
        ("schema = 1", "schema = 2", "schema: found 2; allowed: 1", "E25"),
        ('audio = "usb"', 'audio = "loud"', 'audio: found "loud"; allowed: usb, hdmi', "E25"),
        ('audio = "usb"', "sound = 1", "sound: found an unknown key; allowed: schema", "E25"),
        ("i2c = 0x20", "i2c = 0x68", "chips.expander.i2c: found 0x68, as clock has", "E20"),
        (
            "i2c = 0x20",
            "i2c = 0x21",
            'found "mcp23017,addr=0x20,noints"; allowed: addr=0x21',
            "E20",
        ),
        ("meter = 0x40", "meter = 0x68", "i2c.meter: found 0x68, as clock has", "E20"),
        ("meter = 0x40", "meter = 0x400", "i2c.meter: found 1024; allowed: 0x03", "E20"),
        ("i2c = 0x20", "i2c = 0x200", "chips.expander.i2c: found 512; allowed: 0x03", "E20"),
        ('["mcp23017"]', '["pinctrl-rp1"]', "found pinctrl-rp1, as header has", "E20"),
        ('["mcp23017"]', "[]", "chips.expander.labels: found []", "E25"),
        ('["mcp23017,addr', '["spi=on", "mcp23017,addr', '"spi=on", which takes BCM 7', "E6"),
        (",noints", "", "which takes BCM 4 from shutdown", "E6"),
        ('overlays = ["', 'overlays = [1, "', "allowed: a list of texts", "E25"),
        ("pull_ohm = 2200", "pull_ohm = 33000", "pull_ohm: found 0.10 mA; allowed: 0.5 to 5", "E8"),
        ("pull_ohm = 2200", "pull_ohm = 0", "pull_ohm: found inf mA; allowed: 0.5 to 5", "E8"),
        ("pull_ohm = 2200", "pull_ohm = 4701", "pull_ohm: found 4701; allowed: 1000 to", "E7"),
        ("pull_ohm = 2200", "pull_ohm = 999", "pull_ohm: found 999; allowed: 1000 to", "E7"),
        ("series_ohm = 4700", "series_ohm = 1000", "found 1000; allowed: 3300 or more", "E9"),
        ("series_ohm = 4700", "series_ohm = 22000", "found 1.01 V pressed", "E10"),
        ("filter_nf = 10", "filter_nf = 1000", "filter_nf: found 6900 us", "E11"),
        ("pin_ma = 2.6", "pin_ma = 30", "lines.buzzer.pin_ma: found 30; allowed: 4", "E13"),
        (
            'drives = "npn"',
            'drives = "direct"',
            "buzzer.load_ma: found 5; allowed: 4 at most",
            "E13",
        ),
        ('drives = "npn"', 'drives = "relay"', 'found "relay"; allowed: direct, npn, nmos', "E25"),
        (
            'drives = "sink-driver"',
            'drives = "direct"',
            "load_ma: found 17.6; allowed: 8 at",
            "E15",
        ),
        (
            "pin_ma = 0.7",
            "pin_ma = 7",
            "lines: found 70.0 mA from the expander; allowed: 60",
            "E15",
        ),
        ("pin_ma = 0.7", "pin_ma = 9", "lines.lamp1.pin_ma: found 9; allowed: 8", "E15"),
        ("pin_ma = 0.7", "pin_ma = 5", "lines: found 85.5 mA from 3.3 V", "E16"),
        ('feed = "5V"', 'feed = "12V"', 'feed: found "12V"; allowed: 5V, 3.3V', "E25"),
        ('feed = "5V"', 'feed = "3.3V"', "found 17.6; allowed: 7.4, as computed", "E17"),
        (
            'feed = "5V"\nfeed_ohm = 68\nfeed_w = 1\nled_ohm = 100\nled_v = 2.0',
            'feed = "3.3V"\nfeed_ohm = 330\nfeed_w = 1\nled_ohm = 0\nled_v = 3.1',
            "lines.lamp1.led_v: found 0.15 V over the resistors; allowed: 0.5 V or more",
            "E17",
        ),
        (
            'feed = "5V"\nfeed_ohm = 68\nfeed_w = 1\nled_ohm = 100',
            'feed = "3.3V"\nfeed_ohm = 71\nfeed_w = 1\nled_ohm = 0',
            "lines: found 218.5 mA from 3.3 V with all pressed; allowed: 50 at most",
            "E16",
        ),
        ("load_ma = 17.6", "load_ma = 30", "load_ma: found 30; allowed: 4 to 20", "E17"),
        ("led_v = 2.0", "led_v = 4.8", "found 0.15 V over the resistors", "E17"),
        ("led_ohm = 100", "led_ohm = 330", "found 17.6; allowed: 7.4, as computed", "E17"),
        ("feed_ohm = 68", "feed_ohm = 22", "feed_ohm: found 22; allowed: 50 or more", "E18"),
        ("feed_w = 1", "feed_w = 0.25", "feed_w: found 0.25; allowed: 0.74 or more", "E18"),
        (
            'supply_a = 2.5\nboard_a = 1.1\nloads = ["usb", "speaker"]',
            'supply_a = 2.5\nboard_a = 1.1\nloads = ["usb", "speaker", "screen"]',
            "models.3B+.supply_a: found 2.38 A from a supply of 2.5; allowed: 2.25 A at most",
            "E19",
        ),
        ("ptc_hold_a = 0.5", "ptc_hold_a = 0.1", "ptc_hold_a: found 0.1; allowed: 0.176", "E19"),
        ("ptc_hold_a = 0.5", 'ptc_hold_a = "big"', 'found "big"; allowed: a number', "E25"),
        ("speaker = 0.5", "speaker = true", "power.loads.speaker: found true", "E25"),
        ('3 = "LAMP+"', '4 = "LAMP+"', "jacks.seat.4: found pin 4; allowed: pins 1 2 3 6", "E23"),
        ('5 = "D0"', '6 = "D0"', "jacks.bus.6: found pin 6; allowed: pins 4 5 7 8", "E23"),
        ('5 = "D0"', "5 = 0", "jacks.bus.5: found 0; allowed: a text", "E25"),
        ('[models."5"]', '[models."6"]', "models.6: found an unknown key; allowed: 3B+, 4,", "E25"),
        ('uart = "uart0-pi5"\n', "", "models.5: found no uart; allowed: a text", "E24"),
        ('"pinctrl-rp1"\nuart', '"pinctrl"\nuart', 'label: found "pinctrl"; allowed: pin', "E24"),
        ('uart0-pi5"', 'uart0-pi5,ctsrts"', "models.5.uart: found", "E6"),
        ('loads = ["usb", "speaker"]', 'loads = ["fan"]', "loads: found ['fan']; allowed:", "E24"),
        ("feed_w = 1", "feed_w = -1", "found -1; allowed: a number, 0 or more", "E25"),
        ("led_ohm = 100", 'led_ohm = "100"', 'found "100"; allowed: a whole number', "E25"),
        ("led_ohm = 100", "led_ohms = 100", "channels.lamp.led_ohms: found an unknown key", "E25"),
    ],
)
def test_chips_overlays_and_currents_are_checked(
    pins_text: str, old: str, new: str, message: str, rule: str
) -> None:
    assert old in pins_text
    error = refused(pins_text.replace(old, new, 1))
    assert message in str(error)
    assert error.rule == rule
    assert error.line > 1
    assert re.match(r"pins\.toml:\d+: ", str(error))


def test_the_weakest_pull_up_that_is_allowed_is_taken(pins_text: str) -> None:
    weak = pins_text.replace("pull_ohm = 2200", "pull_ohm = 4700")
    assert parse_pin_map(weak, "x").lines[LineId("seat1")].number("pull_ohm") == 4700


def test_an_i2s_sound_card_has_its_four_lines_whole(pins_text: str) -> None:
    text, line = in_line(pins_text, "seat8", "bcm = 16\npin = 36", "bcm = 20")
    assert parse_pin_map(text, "pins.toml").lines[LineId("seat8")].bcm == 20
    error = refused(text.replace('audio = "usb"', 'audio = "i2s"'))
    assert (error.rule, error.line) == ("E5", line)


def test_an_output_that_is_on_before_linux_runs_is_refused(pins_text: str) -> None:
    text, line = in_line(pins_text, "buzzer", "bcm = 12\npin = 32", "bcm = 4")
    text, _ = in_line(text, "shutdown", "bcm = 4\npin = 7", "bcm = 12")
    error = refused(text)
    assert (error.rule, error.line) == ("E14", line - 1)  # shutdown, above, is a line shorter now
    assert "lines.buzzer.bcm: found 4, pulled up at reset: on before Linux runs" in str(error)
    assert "allowed: 9 to 27, or hold_ohm up to 5600 to its side" in str(error)
    held = text.replace('drives = "npn"', 'drives = "npn"\nhold_ohm = 4700')
    assert parse_pin_map(held, "x").lines[LineId("buzzer")].bcm == 4
    weak = text.replace('drives = "npn"', 'drives = "npn"\nhold_ohm = 10000')
    assert refused(weak).rule == "E14"


def test_a_low_active_output_needs_a_line_that_is_pulled_up(pins_text: str) -> None:
    text, line = in_line(pins_text, "buzzer", "active_high = true", "active_high = false")
    assert (refused(text).rule, refused(text).line) == ("E14", line - 3)


def test_what_the_header_gives_is_added_up(pins_text: str) -> None:
    text = pins_text.replace("pin_ma = 0.7", "pin_ma = 4").replace("pin_ma = 2.6", "pin_ma = 4")
    for lamp, node, bcm in ((1, "GPA0", 18), (2, "GPA1", 19), (3, "GPA2", 20), (4, "GPA3", 21)):
        text, _ = in_line(text, f"lamp{lamp}", f'node = "{node}"', f"bcm = {bcm}")
    error = refused(text)
    assert error.rule == "E13"
    assert "lines: found 20.0 mA from header outputs; allowed: 16 at most" in str(error)


def test_a_model_that_is_forgotten_is_named(pins_text: str) -> None:
    start = pins_text.index('[models."5"]')
    text = pins_text[:start] + pins_text[pins_text.index('[models."Zero 2 W"]') :]
    error = refused(text)
    assert 'models: found no 5; allowed: [models."5"] (rule E24)' in str(error)
    assert text.splitlines()[error.line - 1].startswith('[models."3B+"]')


def test_a_missing_line_is_named(pins_text: str) -> None:
    text = pins_text.replace("[lines.shutdown]", "[lines.buzzer2]")
    assert refused(text).rule == "E1"
    cut = pins_text[: pins_text.index("[lines.lamp10]")]
    assert "lines: found no lamp10; allowed: [lines.lamp10]" in str(refused(cut))


def test_two_places_for_one_line_are_refused(pins_text: str) -> None:
    text, _ = in_line(pins_text, "seat1", "pin = 29", 'node = "GPB3"')
    error = refused(text)
    assert "lines.seat1: found both" in str(error)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("schema = 1\nlines = [", 2),
        ("a = 1\nb = = 2\n", 2),
        ("[lines.seat1\n", 1),
        ("a=1\na=2", 2),
        ("a = 1\nb = " + "9" * 5000, 2),
        ("a = 1\nb = " + "[" * 5000, 2),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_its_line(text: str, line: int) -> None:
    error = refused(text)
    assert error.line == line
    assert "allowed: TOML" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("text", ["", "lines = 3", "[lines]\nseat1 = 4\n", "[lines]\njudge = 3\n"])
def test_a_map_of_the_wrong_shape_is_refused(text: str) -> None:
    assert "; allowed: " in str(refused(text))


@pytest.mark.parametrize(
    ("overlay", "taken"),
    [
        ("mcp23017,addr=0x20,noints", set()),
        ("mcp23017,addr=0x20", {4}),
        ("mcp23017,gpiopin=17", {17}),
        ("spi=on", {7, 8, 9, 10, 11}),
        ("spi=off", set()),
        ("gpio-fan", {12}),
        ("gpio-fan,gpiopin=18", {18}),
        ("gpio-poweroff", {26}),
        ("gpio-shutdown", {3}),
        ("gpio-shutdown,gpio_pin=4", {4}),
        ("w1-gpio", {4}),
        ("max98357a", {4, 18, 19, 20, 21}),
        ("max98357a,no-sdmode", {18, 19, 20, 21}),
        ("hifiberry-dac", {18, 19, 20, 21}),
        ("uart0-pi5", {14, 15}),
        ("uart0-pi5,ctsrts", {14, 15, 16, 17}),
        ("i2c-rtc,ds3231", set()),
    ],
)
def test_what_an_overlay_takes(overlay: str, taken: set[int]) -> None:
    assert taken_by(overlay) == taken


@pytest.mark.parametrize(
    ("bcm", "who"),
    [(7, "dtparam=spi=on"), (4, "mcp23017 without noints"), (12, "gpio-fan"), (16, "ctsrts")],
)
def test_who_usually_takes_a_line(bcm: int, who: str) -> None:
    assert who in likely_overlays(bcm)


def test_keys_are_found_where_they_stand() -> None:
    text = '# one\na.b = 1\n[t]\nc = {d = 1}\n[t."x.y"]\ne=2\n\n[[ignored]]\nf = 1\n'
    assert line_of(text, ("a", "b")) == 2
    assert line_of(text, ("t", "c", "d")) == 4
    assert line_of(text, ("t", "x.y", "e")) == 6
    assert line_of(text, ("t", "x.y", "none")) == 5
    assert line_of(text, ("nowhere",)) == 1


def test_all_lines_are_named_once() -> None:
    assert len(set(ALL_LINES)) == len(ALL_LINES) == 28
    assert all(a != b for a, b in pairwise(ALL_LINES))
