"""The window: what SDL says becomes items, and how it is made to draw."""

from __future__ import annotations

import ast
from pathlib import Path

import pygame
import pytest

from kiosk.inbox import Item, Key
from kiosk.window import Window, draw_by_gles

NUMBERS = {f"KSCAN_KP_{n}": f"kp_{n}" for n in range(10)}
SIGNS = {
    "KSCAN_KP_ENTER": "kp_enter",
    "KSCAN_KP_PLUS": "kp_plus",
    "KSCAN_KP_MINUS": "kp_minus",
    "KSCAN_KP_MULTIPLY": "kp_star",
    "KSCAN_KP_DIVIDE": "kp_slash",
    "KSCAN_KP_PERIOD": "kp_dot",
}


def test_in_a_window_the_numeric_block_is_the_same_whatever_numlock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    window = Window(pygame.display.set_mode((64, 36)), shown=True)
    pygame.event.clear()
    put: list[Item] = []
    names = NUMBERS | SIGNS
    for scancode in names:
        fields = {"scancode": getattr(pygame, scancode), "unicode": "", "key": pygame.K_HOME}
        fields["mod"] = pygame.KMOD_NONE
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, fields))
    window.pump(put.append, 5)
    window.close()
    assert put == [Key(name, 5) for name in names.values()]


@pytest.mark.parametrize(
    ("digit", "sign", "mod"),
    [
        (8, "*", pygame.KMOD_LSHIFT),  # US, Russian
        (7, "/", pygame.KMOD_RSHIFT),  # Danish, Swedish
        (3, "+", pygame.KMOD_LSHIFT),  # Hungarian
        (4, "$", pygame.KMOD_LSHIFT),  # no verb: the digit it is
        (6, "-", pygame.KMOD_NONE),  # a French 6, without Shift
    ],
)
def test_a_sign_on_a_digits_key_is_the_sign_until_it_comes_up(
    digit: int, sign: str, mod: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    window = Window(pygame.display.set_mode((64, 36)), shown=True)
    pygame.event.clear()
    put: list[Item] = []
    fields = {"scancode": getattr(pygame, f"KSCAN_{digit}"), "unicode": sign}
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, fields | {"mod": mod}))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, fields | {"mod": pygame.KMOD_NONE}))
    window.pump(put.append, 5)
    window.close()
    name = sign if mod and sign != "$" else str(digit)
    assert put == [Key(name, 5), Key(name, 5, down=False)]


@pytest.mark.parametrize(
    ("driver", "before", "after"),
    [
        ("KMSDRM", {}, {"SDL_FRAMEBUFFER_ACCELERATION": "opengles2"}),
        ("KMSDRM", {"SDL_FRAMEBUFFER_ACCELERATION": "0"}, {"SDL_FRAMEBUFFER_ACCELERATION": "0"}),
        ("x11", {}, {}),
        ("wayland", {}, {}),
    ],
)
def test_on_a_bare_console_it_draws_by_opengl_es(
    driver: str, before: dict[str, str], after: dict[str, str]
) -> None:
    draw_by_gles(driver, before)
    assert before == after


def test_k47_only_what_is_used_of_pygame_is_started() -> None:
    """`pygame.init()` would open a sound device behind the player's back, and joysticks."""
    kiosk = Path(__file__).resolve().parents[2] / "kiosk"
    started = [
        f"{path.relative_to(kiosk)}:{node.lineno}"
        for path in kiosk.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pygame.init"
    ]
    assert started == []
