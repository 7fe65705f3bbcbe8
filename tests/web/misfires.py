"""A restless hand: it hovers, drags, leaves the grid and clicks at random, and fires now and then.

The page itself notes, apart from the code under test, where the last press in the window put the
formation, what was drawn as placed when an enabled button went down, and every shot that was then
sent. A shot is right if it was drawn at a press of its own, around the field that was pressed last
and with the system chosen then.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from playwright.sync_api import FloatRect, Page

_WATCH = """
window.shots = [];
// A press in the window that has begun; the placement by the last one; the press of the button.
let [down, placed, press] = [null, null, null];
const find = (selector) => document.querySelector(selector);
// The system that shapes the shot. It is drawn a frame after it was chosen.
const chosen = () => find(".use.chosen")?.dataset.move ?? "";
const noteSystem = () => { if (placed) placed.system ??= chosen(); };
const inScene = (event) => !!event.target.closest?.(".scene");
// A press places if the enemy is in the window, and something is aimed or to be switched on.
const canPlace = () => !!find(".aim, [data-do=activating][aria-pressed=true]")
  && find(".plate")?.textContent === "Enemy submarine";
// The field at a point, measured by the first field as drawn.
const fieldAt = ({ clientX, clientY }) => {
  const box = find("#field-A1 .field-area").getBoundingClientRect();
  return [Math.floor((clientY - box.y) / box.height), Math.floor((clientX - box.x) / box.width)];
};
const name = (ring) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ".at(Math.floor(ring.getAttribute("cy")))
  + (Math.floor(ring.getAttribute("cx")) + 1);
const isAround = (frame, [row, column]) => {
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(frame.getAttribute(name)));
  const half = Math.floor(Math.round(width) / 2);
  // A formation keeps a field of its frame over the grid, and so does not follow all the way out.
  const rows = document.querySelectorAll(".grid [role=row]").length;
  const columns = document.querySelectorAll(".grid [role=row]:first-child [role=gridcell]").length;
  const isFar = row < -half || column < -half || row >= rows + half || column >= columns + half;
  return isFar || (Math.floor(y) + half === row && Math.floor(x) + half === column);
};
const noteButton = () => {
  const frame = find(".aim.placed .frame");
  const rings = [...document.querySelectorAll(".aim.placed .shot-ring")];
  press = {
    placed: !!placed && !!frame && placed.system === chosen() && isAround(frame, placed.field),
    at: placed?.field, drawn: rings.map(name).sort().join(" "),
  };
};
addEventListener("pointerdown", (event) => {
  noteSystem();
  down = inScene(event) && canPlace() ? { at: event, field: fieldAt(event) } : null;
  if (event.target.closest?.("#confirm:not([aria-disabled=true])")) noteButton();
});
addEventListener("pointerup", (event) => {
  if (!down || !inScene(event)) return;
  const way = Math.hypot(event.clientX - down.at.clientX, event.clientY - down.at.clientY);
  placed = { field: way > 6 ? fieldAt(event) : down.field };
  requestAnimationFrame(() => setTimeout(noteSystem));
});
// The hand stays at the table.
addEventListener("click", (event) => {
  if (event.target.closest?.("a")) event.preventDefault();
}, true);
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const { command, move } = JSON.parse(text);
  if (command === "move" && move.split(" ")[1] === "fire") {
    const fired = move.split(" ").slice(2).sort().join(" ");
    window.shots.push({ ...(press ?? { placed: false, drawn: null }), fired });
    [placed, press] = [null, null];
  }
  return send.call(this, text);
};
"""

# Actions after which the page is loaded again.
_STRETCH = 100


@dataclass
class Misfires:
    """What came of the hand's actions."""

    actions: int
    shots: int
    # Shots that were sent without having been placed, or otherwise than drawn.
    wrong: list[dict[str, object]]


class RestlessHand:
    """Plays on a page that shows a table, until enough was done."""

    def __init__(self, page: Page, seed: int) -> None:
        self._page = page
        self._random = random.Random(seed)  # noqa: S311

    @staticmethod
    def watch(page: Page) -> None:
        """Let a page note its shots, from its next address on."""
        page.add_init_script(_WATCH)

    def play(self, actions: int) -> Misfires:
        """Act so often, or until the game is over."""
        done = 0
        shots = []
        while done < actions and not self._page.query_selector(".end"):
            if not self._take_die():
                self._act()
                done += 1
            if done % _STRETCH == 0:
                shots += self._page.evaluate("window.shots")
                # Back from wherever the hand has wandered: another sheet, a rule, a switch.
                self._page.reload()
                self._page.wait_for_selector(".dice .die, .end")
        shots += self._page.evaluate("window.shots")
        wrong = [s for s in shots if not s["placed"] or s["drawn"] != s["fired"]]
        return Misfires(done, len(shots), wrong)

    def _take_die(self) -> bool:
        die = self._page.query_selector(".die.invites")
        if die is None:
            return False
        self._page.evaluate("(die) => die.click()", die)
        self._page.evaluate("document.querySelector('#confirm:not([aria-disabled])')?.click()")
        return True

    def _act(self) -> None:
        if self._page.query_selector("#close-panel"):
            self._page.keyboard.press("Escape")
        kinds = {
            self._hover: 40,
            self._leave: 10,
            self._drag: 12,
            self._click: 14,
            self._press: 16,
            self._change: 8,
        }
        act = self._random.choices(list(kinds), list(kinds.values()))[0]
        act()

    def _box(self, selector: str) -> FloatRect | None:
        found = self._page.query_selector(selector)
        return None if found is None else found.bounding_box()

    def _point(self, selector: str) -> tuple[float, float]:
        """A random point of an element; of the page if it is not there."""
        box = self._box(selector) or {"x": 0, "y": 0, "width": 1280, "height": 800}
        x, y = self._random.random(), self._random.random()
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def _hover(self) -> None:
        self._page.mouse.move(*self._point(".scene"), steps=2)

    def _leave(self) -> None:
        self._page.mouse.move(*self._point("body"), steps=3)

    def _drag(self) -> None:
        self._page.mouse.move(*self._point(".scene"))
        self._page.mouse.down()
        self._page.mouse.move(*self._point(self._random.choice([".scene", "body"])), steps=3)
        self._page.mouse.up()

    def _click(self) -> None:
        self._page.mouse.click(*self._point(self._random.choice([".scene", ".scene", "body"])))

    def _press(self) -> None:
        self._page.mouse.click(*self._point("#confirm"))

    def _change(self) -> None:
        buttons = self._page.query_selector_all(".use, .tools button, .system")
        box = self._random.choice(buttons).bounding_box() if buttons else None
        if box is not None:
            self._page.mouse.click(box["x"] + 5, box["y"] + 5)
