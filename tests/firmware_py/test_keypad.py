"""The keypad: the kernel's own bytes through a socket, plugs, NumLock, the lock against players.

What only a kernel does (taking the device for itself, its clock, pulling it out) is tried on a
device made by uinput in tests/pins/test_kernel_keypad.py.
"""

from __future__ import annotations

import queue
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py import evdev
from firmware_py.evdev import EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, Facts, InputEvent
from firmware_py.keycodes import AUTO, NAMES, NUMLOCK, has_block, is_wanted
from firmware_py.keypad import Keypad, KeypadKey, KeypadState, Ports
from firmware_py.keypadlock import CODE_WITHIN_NS, HOLD_NS, KeypadLock
from firmware_py.timesource import ManualTime, SystemTime

BLOCK = frozenset((*range(71, 84), 96, 98, 55, NUMLOCK))
PAD = Facts("event3", "USB Numpad", "04d9:a02a", BLOCK)
KEYBOARD = Facts("event0", "SIGMACHIP USB Keyboard", "1c4f:0026", frozenset(range(1, 120)))
MS = 1_000_000
KP = {name: code for code, name in NAMES.items()}
"""One code of each key: the last in the table is the numeric block's own."""


class Plugged:
    """A keypad whose other end the test holds: what it writes is what a kernel would."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.lamps: list[bool] = []
        self.now_down: set[int] = set()
        self.fault: OSError | None = None
        self.hand, self._end = socket.socketpair()
        self._end.setblocking(False)

    def say(self, *events: tuple[int, int, int, int]) -> None:
        self.hand.send(evdev.pack(InputEvent(*event) for event in events))

    def press(self, code: int, at_ns: int) -> None:
        self.say((at_ns, EV_KEY, code, 1), (at_ns, EV_SYN, SYN_REPORT, 0))

    def release(self, code: int, at_ns: int) -> None:
        self.say((at_ns, EV_KEY, code, 0), (at_ns, EV_SYN, SYN_REPORT, 0))

    def pull_out(self) -> None:
        self.hand.close()

    def fileno(self) -> int:
        return self._end.fileno()

    def read(self) -> list[InputEvent]:
        data = self._end.recv(4096)
        if not data:
            raise OSError(19, "No such device")
        return evdev.parse(data)

    def down(self) -> frozenset[int]:
        return frozenset(self.now_down)

    def light(self, on: bool) -> None:
        self.lamps.append(on)

    def close(self) -> None:
        self._end.close()


class Hub:
    """The sockets of the machine, the keypad under test, and what it told."""

    def __init__(self) -> None:
        self.plugged: dict[str, Plugged] = {}
        self.changes = 0
        self.keys: queue.SimpleQueue[KeypadKey] = queue.SimpleQueue()
        self.states: queue.SimpleQueue[KeypadState] = queue.SimpleQueue()
        self.now_ns = 0
        self.pads: list[Keypad] = []

    def plug(self, facts: Facts = PAD) -> Plugged:
        made = self.plugged[facts.node] = Plugged(facts)
        self.changes += 1
        return made

    def unplug(self, pad: Plugged) -> None:
        del self.plugged[pad.facts.node]
        self.changes += 1
        pad.pull_out()

    def open(self, facts: Facts) -> Plugged:
        pad = self.plugged[facts.node]
        if pad.fault is not None:
            raise pad.fault
        return pad

    def begin(self, **options: Any) -> Keypad:
        ports = Ports(
            lambda: self.changes,
            lambda: [pad.facts for pad in list(self.plugged.values())],
            self.open,
            lambda: self.now_ns,
            look_s=0.005,
        )
        made = Keypad(ManualTime(), self.keys.put, self.states.put, ports=ports, **options)
        self.pads.append(made)
        made.start()
        return made

    def state(self) -> KeypadState:
        return self.states.get(timeout=5)

    def told(self, count: int) -> list[KeypadKey]:
        return [self.keys.get(timeout=5) for _ in range(count)]


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub()
    yield made
    for keypad in made.pads:
        keypad.close()
        keypad.close()
    for pad in made.plugged.values():
        pad.pull_out()
        pad.close()


# -- which device --------------------------------------------------------------------------------


def test_a_keypad_is_known_by_its_keys() -> None:
    assert is_wanted(PAD, AUTO)
    assert not is_wanted(KEYBOARD, AUTO), "a full keyboard is somebody else's"
    assert not is_wanted(PAD._replace(keys=BLOCK - {96}), AUTO), "no Enter"
    assert has_block(KEYBOARD)


@pytest.mark.parametrize("wanted", ["sigmachip", "USB Keyboard", "1c4f:0026", "1C4F:0026"])
def test_one_that_claims_every_key_can_be_named(wanted: str) -> None:
    assert is_wanted(KEYBOARD, wanted)
    assert not is_wanted(PAD, wanted)


def test_a_name_does_not_make_a_mouse_a_keypad() -> None:
    assert not is_wanted(Facts("event1", "USB Mouse", "0:0", frozenset((272, 273))), "mouse")


def sysfs(folder: Path, node: str, name: str, keys: str) -> None:
    device = folder / node / "device"
    (device / "id").mkdir(parents=True)
    (device / "capabilities").mkdir()
    (device / "name").write_text(name + "\n")
    (device / "id" / "vendor").write_text("04d9\n")
    (device / "id" / "product").write_text("a02a\n")
    (device / "capabilities" / "key").write_text(keys + "\n")


def test_the_kernel_says_what_a_device_is_without_its_being_opened(tmp_path: Path) -> None:
    sysfs(tmp_path, "event3", "USB Numpad", "5000000e3 ff80000000000000")  # 96 98 100; 55 63..
    sysfs(tmp_path, "event4", "Power Button", "10000000000000 0")  # KEY_POWER, 116
    pad = evdev.facts("event3", tmp_path)
    assert pad is not None
    assert (pad.node, pad.name, pad.usb) == ("event3", "USB Numpad", "04d9:a02a")
    assert pad.keys == {*range(55, 64), 64, 65, 69, 70, 71, 96, 98}
    power = evdev.facts("event4", tmp_path)
    assert power is not None
    assert power.keys == {116}
    assert evdev.facts("event9", tmp_path) is None


def test_a_plug_changes_the_list_of_nodes(tmp_path: Path) -> None:
    none = evdev.nodes(tmp_path / "missing")
    assert none == (0, ())
    before = evdev.nodes(tmp_path)
    (tmp_path / "mouse0").touch()
    (tmp_path / "event3").touch()
    after = evdev.nodes(tmp_path)
    assert after != before
    assert after[1] == ("event3",)
    assert evdev.nodes(tmp_path) == after


def test_a_node_that_is_no_input_device_is_an_error_and_is_closed(tmp_path: Path) -> None:
    (tmp_path / "event3").touch()
    with pytest.raises(OSError, match="ioctl"):
        evdev.EventDevice("event3", tmp_path)
    with pytest.raises(FileNotFoundError):
        evdev.EventDevice("event4", tmp_path)


# -- keys ----------------------------------------------------------------------------------------


def test_bytes_of_the_kernel_and_events_are_the_same_thing() -> None:
    event = InputEvent(12_345_678_901_000, EV_KEY, 79, 1)
    assert evdev.parse(evdev.pack([event, event])) == [event, event]
    assert evdev.parse(b"") == []


def test_every_key_goes_down_and_up_at_its_stamp(hub: Hub) -> None:
    pad = hub.plug()
    hub.begin()
    assert hub.state() is KeypadState.READY
    names = [*(f"kp_{n}" for n in range(10)), "kp_enter", "kp_plus", "kp_minus"]
    names += ["kp_star", "kp_slash", "kp_dot"]
    expected = []
    for at_ms, name in enumerate(names):
        pad.press(KP[name], at_ms * MS)
        pad.release(KP[name], at_ms * MS + 1000)
        expected += [
            KeypadKey(name, True, at_ms * MS),
            KeypadKey(name, False, at_ms * MS + 1000),
        ]
    assert hub.told(len(expected)) == expected


@pytest.mark.parametrize(
    ("code", "name"), [(71, "kp_7"), (102, "kp_7"), (8, "kp_7"), (28, "kp_enter")]
)
def test_numlock_does_not_matter_whatever_the_keypad_makes_of_it(
    hub: Hub, code: int, name: str
) -> None:
    pad = hub.plug()
    hub.begin()
    pad.press(NUMLOCK, 1)
    pad.release(NUMLOCK, 2)
    pad.press(code, 5000)
    assert hub.told(1) == [KeypadKey(name, True, 5000)]


def test_the_stamp_becomes_table_time_as_that_of_a_pin_does() -> None:
    hub, time_source = Hub(), SystemTime(4)
    pad = hub.plug()
    keypad = Keypad(
        time_source, hub.keys.put, hub.states.put,
        ports=Ports(lambda: 0, lambda: [PAD], hub.open, look_s=0.005),
    )  # fmt: skip
    keypad.start()
    at_ns = time.monotonic_ns() // 1000 * 1000
    pad.press(79, at_ns)
    (key,) = hub.told(1)
    keypad.close()
    pad.pull_out()
    assert key.at_ns == time_source.from_kernel_ns(at_ns)
    assert abs(key.at_ns - time_source.now_ns()) < 20 * 10**9


def test_repeats_unknown_keys_and_a_release_without_its_press_are_nothing(hub: Hub) -> None:
    pad = hub.plug()
    hub.begin()
    pad.release(79, 500)  # it was down when the keypad was opened
    pad.press(79, 1000)
    pad.say((2000, EV_KEY, 79, 2), (3000, EV_KEY, 79, 2), (3500, EV_KEY, 79, 1))
    pad.press(113, 4000)  # mute
    pad.say((4500, 4, 4, 458841))  # its scan code
    pad.release(79, 5000)
    pad.press(80, 6000)
    assert [(key.name, key.down) for key in hub.told(3)] == [
        ("kp_1", True), ("kp_1", False), ("kp_2", True),
    ]  # fmt: skip


def test_after_the_kernels_buffer_ran_over_no_key_stays_down_and_none_stays_unseen(
    hub: Hub,
) -> None:
    pad = hub.plug()
    hub.begin()
    pad.press(79, 1000)
    assert hub.told(1)[0].down
    pad.now_down = {80, 82, NUMLOCK}
    pad.say(
        (2000, EV_SYN, SYN_DROPPED, 0),
        (2000, EV_KEY, 81, 1),  # what comes before the next report is worth nothing
        (3000, EV_SYN, SYN_REPORT, 0),
        (4000, EV_KEY, 82, 1),
        (4000, EV_SYN, SYN_REPORT, 0),
    )
    assert hub.told(3) == [
        KeypadKey("kp_0", True, 4000),
        KeypadKey("kp_1", False, 4000),
        KeypadKey("kp_2", True, 4000),
    ]


def test_two_keypads_are_one(hub: Hub) -> None:
    first = hub.plug()
    second = hub.plug(PAD._replace(node="event5"))
    hub.begin()
    assert hub.state() is KeypadState.READY
    first.press(79, 1000)
    assert hub.told(1)[0].name == "kp_1"
    second.press(80, 2000)
    assert hub.told(1)[0].name == "kp_2"
    hub.unplug(second)
    assert hub.state() is KeypadState.LOST
    first.press(81, 3000)
    assert [key.name for key in hub.told(2)] == ["kp_2", "kp_3"], "the first one goes on"


# -- plugs ---------------------------------------------------------------------------------------


def test_without_a_keypad_nothing_is_wrong_until_one_is_asked_for(hub: Hub) -> None:
    hub.plug(KEYBOARD)
    hub.begin()
    hub.plug()
    assert hub.state() is KeypadState.READY, "absent is not told, it is how it begins"
    other = Hub()
    other.begin(wanted="Numpad")
    assert other.state() is KeypadState.LOST
    pad = other.plug()
    assert other.state() is KeypadState.READY
    other.pads[0].close()
    pad.pull_out()


def test_a_full_keyboard_is_left_alone_and_it_is_said_how_to_name_it(
    hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    hub.plug(KEYBOARD)
    hub.begin()
    hub.plug()
    assert hub.state() is KeypadState.READY
    (said,) = [record.message for record in caplog.records if "keyboard" in record.message]
    assert said.endswith('keypad.device = "1c4f:0026" makes it so')


def test_a_key_held_while_the_keypad_is_pulled_out_is_let_go_and_it_comes_back(hub: Hub) -> None:
    pad = hub.plug()
    hub.begin()
    assert hub.state() is KeypadState.READY
    pad.press(79, 1000)
    hub.told(1)
    hub.now_ns = 9000
    hub.unplug(pad)
    assert hub.told(1) == [KeypadKey("kp_1", False, 9000)]
    assert hub.state() is KeypadState.LOST
    for at_ns in range(10_000, 60_000, 10_000):
        again = hub.plug()
        assert hub.state() is KeypadState.READY
        again.press(80, at_ns)
        assert hub.told(1) == [KeypadKey("kp_2", True, at_ns)]
        again.release(80, at_ns + 1000)
        hub.told(1)
        hub.unplug(again)
        assert hub.state() is KeypadState.LOST


def test_one_that_cannot_be_had_is_lost_said_once_and_tried_again(
    hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    pad = hub.plug()
    pad.fault = PermissionError(13, "Permission denied")
    hub.begin()
    assert hub.state() is KeypadState.LOST
    pad.fault = None
    assert hub.state() is KeypadState.READY
    (said,) = [record.message for record in caplog.records if "cannot be had" in record.message]
    assert "Permission denied; the table's user has to be in the group input" in said


def test_a_fault_in_who_takes_a_key_does_not_end_the_keypad(
    hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    pad = hub.plug()
    taken: queue.SimpleQueue[KeypadKey] = queue.SimpleQueue()

    def take(key: KeypadKey) -> None:
        if key.name == "kp_1":
            raise ValueError("not this one")
        taken.put(key)

    ports = Ports(lambda: 0, lambda: [PAD], hub.open, look_s=0.005)
    keypad = Keypad(ManualTime(), take, hub.states.put, ports=ports)
    keypad.start()
    pad.press(79, 1000)
    pad.press(80, 2000)
    assert taken.get(timeout=5).name == "kp_2"
    keypad.close()
    assert "not this one" in caplog.text


def test_a_fault_while_looking_does_not_end_it_either(
    hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    hub.plug()
    faults = [ValueError("no number")]

    def devices() -> list[Facts]:
        if faults:
            raise faults.pop()
        return [PAD]

    ports = Ports(lambda: 0, devices, hub.open, look_s=0.005)
    keypad = Keypad(ManualTime(), hub.keys.put, hub.states.put, ports=ports)
    keypad.start()
    assert hub.state() is KeypadState.READY
    keypad.close()
    assert "no number" in caplog.text


def test_closed_it_gives_its_keypads_back_and_a_keypad_never_started_closes_too(hub: Hub) -> None:
    pad = hub.plug()
    keypad = hub.begin()
    assert hub.state() is KeypadState.READY
    keypad.close()
    assert pad.fileno() == -1
    Keypad(ManualTime(), hub.keys.put, hub.states.put).close()


# -- the lock ------------------------------------------------------------------------------------


def test_numlock_held_for_two_seconds_locks_and_opens(hub: Hub) -> None:
    pad = hub.plug()
    hub.begin()
    assert hub.state() is KeypadState.READY
    pad.press(79, 500)
    hub.told(1)
    pad.press(NUMLOCK, 1000)
    hub.now_ns = 1000 + HOLD_NS
    assert hub.told(1) == [KeypadKey("kp_1", False, hub.now_ns)], "what was down is let go"
    assert hub.state() is KeypadState.LOCKED
    pad.release(NUMLOCK, hub.now_ns + 1000)
    pad.press(80, hub.now_ns + 2000)
    pad.release(80, hub.now_ns + 3000)
    again_ns = hub.now_ns + 10**9
    pad.press(NUMLOCK, again_ns)
    pad.release(NUMLOCK, again_ns + HOLD_NS)
    assert hub.state() is KeypadState.READY
    pad.press(81, again_ns + HOLD_NS + 1000)
    assert hub.told(1) == [KeypadKey("kp_3", True, again_ns + HOLD_NS + 1000)]
    assert pad.lamps == [True, False, True]


def test_pulling_the_keypad_out_does_not_open_it(hub: Hub) -> None:
    pad = hub.plug()
    hub.begin()
    assert hub.state() is KeypadState.READY
    pad.press(NUMLOCK, 0)
    pad.release(NUMLOCK, HOLD_NS)
    assert hub.state() is KeypadState.LOCKED
    hub.unplug(pad)
    assert hub.state() is KeypadState.LOST
    again = hub.plug()
    assert hub.state() is KeypadState.LOCKED
    assert again.lamps == [False]


def locked(code: str = "") -> KeypadLock:
    lock = KeypadLock(code)
    lock.numlock(True, 0)
    assert lock.due_ns() == HOLD_NS
    lock.pass_time(HOLD_NS)
    lock.numlock(False, HOLD_NS + 1)
    assert lock.locked
    assert lock.due_ns() is None
    return lock


def hold(lock: KeypadLock, from_ns: int, for_ns: int) -> None:
    lock.numlock(True, from_ns)
    lock.numlock(False, from_ns + for_ns)


def test_a_tap_of_numlock_locks_nothing() -> None:
    lock = KeypadLock()
    for at_ns in range(0, 10 * HOLD_NS, HOLD_NS // 2):
        hold(lock, at_ns, HOLD_NS // 4)
    hold(lock, 20 * HOLD_NS, HOLD_NS - 1)
    assert not lock.locked


@pytest.mark.parametrize(
    ("typed", "opens"),
    [
        (["4", "7", "1", "1", "enter"], True),
        (["4", "7", "1", "enter"], False),
        (["4", "7", "1", "1", "1", "enter"], False),
        (["enter"], False),
        (["4", "7", "1", "1"], False),
        (["4", "7", "1", "1", "plus", "enter"], False),
        (["4", "7", "enter", "4", "7", "1", "1", "enter"], False),
    ],
)
def test_with_a_code_it_opens_by_the_hold_and_the_code(typed: list[str], opens: bool) -> None:
    lock = locked("4711")
    hold(lock, 2 * HOLD_NS, HOLD_NS)
    for key in typed:
        lock.typed(f"kp_{key}", 3 * HOLD_NS + 1)
    assert lock.locked is not opens


def test_the_code_counts_only_after_the_hold_and_for_ten_seconds() -> None:
    lock = locked("7")
    for key in ("7", "enter"):
        lock.typed(f"kp_{key}", HOLD_NS + 2)
    assert lock.locked
    hold(lock, 2 * HOLD_NS, HOLD_NS)
    late_ns = 3 * HOLD_NS + CODE_WITHIN_NS + 1
    for key in ("7", "enter"):
        lock.typed(f"kp_{key}", late_ns)
    assert lock.locked
