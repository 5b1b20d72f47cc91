"""What a browser finds on a page: axe's findings, what lies beyond the edge, contrast that is seen.

`python -m tests.league.looking FOLDER` looks at every page of a whole league in every language, at
both widths, bright and dark, leaves a picture of each in the folder, and ends with 1 if it found
anything.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, sync_playwright

from league.texts import OFFERED
from tests.league.whole import Whole, a_league

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1920, "height": 1080}
NAMED = {"phone": PHONE, "wide": WIDE}
SERIOUS = ("serious", "critical")
LEAST, BOARD_LEAST = 4.5, 7.0

_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (one) => ({impact: one.impact, rule: one.id, at: one.nodes.map((node) => node.target.join(" ")),
    html: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)),
    why: (one.nodes[0].any[0] || one.nodes[0].all[0] || one.nodes[0].none[0] || {}).message}))"""
_OPEN = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
_BEYOND = """() => {
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= edge) return [];
  return [...document.querySelectorAll("body *")].filter((one) =>
    one.getBoundingClientRect().right > edge + 1).slice(0, 5).map((one) => one.outerHTML.slice(0, 120));
}"""  # noqa: E501 - a script
# The contrast of what is drawn: the text's own colour on the grounds that lie under it.
_CONTRAST = """(where) => {
  const channels = (said) => {
    const found = said.match(/[\\d.]+/g).map(Number);
    if (said.startsWith("color(srgb")) return [...found.slice(0, 3).map((one) => one * 255), found[3] ?? 1];
    return [...found.slice(0, 3), found[3] ?? 1];
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) =>
      one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const mixed = (over, under) => over.slice(0, 3).map((one, at) => one * over[3] + under[at] * (1 - over[3]));
  const ground = (one) => {
    const stack = [];
    for (let up = one; up; up = up.parentElement) {
      const colour = channels(getComputedStyle(up).backgroundColor);
      if (colour[3] > 0) stack.push(colour);
      if (colour[3] === 1) break;
    }
    return stack.reduceRight((under, over) => mixed(over, under), [255, 255, 255]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.querySelector(where) || document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !one.checkVisibility({visibilityProperty: true})) continue;
    if (["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(one.tagName) || one.closest("svg, .die, :disabled")) continue;
    const under = ground(one);
    const colour = mixed(channels(getComputedStyle(one).color), under);
    const [low, high] = [light(colour), light(under)].sort((a, b) => a - b);
    found.push([(high + 0.05) / (low + 0.05), one.outerHTML.slice(0, 120)]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3);
}"""  # noqa: E501 - a script


@contextmanager
def looking(
    chromium: Browser, whole: Whole, size: str, theme: str, language: str = "en"
) -> Iterator[Page]:
    """A browser of the organiser, of this size, in a hall of this kind."""
    context = chromium.new_context(
        viewport=NAMED[size],  # type: ignore[arg-type]
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
    )
    context.add_init_script(AXE_SCRIPT)
    cookie = {"name": "tableside_organiser", "value": whole.organiser, "url": whole.server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    try:
        yield context.new_page()
    finally:
        context.close()


def show(page: Page, whole: Whole, path: str, language: str) -> None:
    """Open a page, with everything on it unfolded."""
    sign = "&" if "?" in path else "?"
    page.goto(f"{whole.server.url}{path}{sign}lang={language}", wait_until="load")
    page.evaluate(_OPEN)


def findings(page: Page, path: str) -> list[str]:
    """All that is wrong with the page that is shown; empty: nothing."""
    found = [f"axe {one['rule']} ({one['impact']}) {one['at'][:4]}: {one['html'][0]} {one['why']}"
             for one in page.evaluate(_AXE) if one["impact"] in SERIOUS]  # fmt: skip
    found += [f"beyond the edge: {one}" for one in page.evaluate(_BEYOND)]
    is_board = path.endswith("/hall")
    for contrast, html in page.evaluate(_CONTRAST, ".hall" if is_board else "body"):
        if contrast < (BOARD_LEAST if is_board else LEAST):
            found.append(f"contrast {contrast:.2f}: {html}")
    return [f"{path}: {one}" for one in found]


def minor(page: Page) -> list[Any]:
    """What axe calls minor or moderate."""
    return [(one["rule"], one["html"][0]) for one in page.evaluate(_AXE)
            if one["impact"] not in SERIOUS]  # fmt: skip


def main() -> int:
    """Look at all of it."""
    folder = Path(sys.argv[1])
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with (
        a_league(f"sqlite:///{home / 'league.sqlite'}", home) as whole,
        sync_playwright() as driver,
    ):
        path = shutil.which("chromium")
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in NAMED:
            for theme in ("bright", "dark"):
                for language in OFFERED:
                    with looking(chromium, whole, size, theme, language) as page:
                        wrong += _all(page, whole, folder, f"{size}-{theme}", language)
        chromium.close()
    print(f"{wrong} findings")
    return int(wrong > 0)


def _all(page: Page, whole: Whole, folder: Path, name: str, language: str) -> int:
    wrong = 0
    for path in whole.pages:
        show(page, whole, path, language)
        file = path.strip("/").replace("/", "_").replace("?", "-").replace("=", "-") or "home"
        page.screenshot(path=folder / f"{file}-{name}-{language}.png", full_page=True)
        found = findings(page, path)
        print(*(f"{name} {language} {one}" for one in found), sep="\n", end="\n" if found else "")
        wrong += len(found)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
