"""The first lesson, in a real browser: by keyboard, by touch, and a new player's whole way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import READY, SETTLED, drawn, field, speak
from tests.web.texts import Looker
from torpedo_dice.lesson import STEPS
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]
# The bots of the lesson.
BOTS = ("Ned", "Nemo")
# The keys of the systems are their numbers.
NUMBERS = {"periscope": "1", "tower": "3", "fins": "4"}


class Keyboard:
    """Nothing but keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def take(self, pick: int) -> None:
        """Take a die."""
        self._press(str(pick + 1))
        expect(self.page.locator(".die.chosen")).to_have_count(1)
        self._press("Enter")

    def use(self, system: str, times: int = 1) -> None:
        """Choose a system, or another way to use it."""
        self._press(*[NUMBERS[system]] * times)

    def switch_on(self, system: str) -> None:
        """Switch a system on."""
        self._press("a", NUMBERS[system])

    def aim(self, row: int, column: int) -> None:
        """Lay the formation's middle on a field."""
        drawn(self.page)
        frame = self.page.locator(".aim .frame")
        top, left, size = (float(str(frame.get_attribute(name))) for name in ("y", "x", "width"))
        middle = round(size) // 2
        down, right = row - round(top) - middle, column - round(left) - middle
        self._press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        self._press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        self._press("Enter")

    def turn(self) -> None:
        """Turn the formation."""
        self._press("r")

    def confirm(self) -> None:
        """Fire, or switch on."""
        expect(self.page.locator(READY)).to_be_visible()
        self._press("Enter")

    def go_on(self) -> None:
        """Press what has the focus: the next step, or again."""
        self._press("Enter")


class Finger:
    """Nothing but taps."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, pick: int) -> None:
        """Take a die."""
        self.page.tap(f".die[data-pick='{pick}']")
        self.page.tap(READY)

    def use(self, system: str, times: int = 1) -> None:
        """Choose a system, or another way to use it."""
        self.page.locator(f".use.{system}").nth(times - 1).tap()

    def switch_on(self, system: str) -> None:
        """Switch a system on."""
        self.page.tap("[data-do=activating]")
        self.page.tap(f".use.{system}")

    def aim(self, row: int, column: int) -> None:
        """Lay the formation's middle on a field."""
        # As a person does: when the page has come to rest after the last tap.
        self.page.wait_for_selector(SETTLED)
        drawn(self.page)
        field(self.page, row, column).tap(force=True)

    def turn(self) -> None:
        """Turn the formation."""
        self.page.tap("[data-do=turn]")

    def confirm(self) -> None:
        """Fire, or switch on."""
        self.page.tap(READY)

    def go_on(self) -> None:
        """Press what has the focus: the next step, or again."""
        self.page.locator(":focus").tap()


# A learner with keyboard or finger.
Learner: TypeAlias = Keyboard | Finger


def turn_until(learner: Learner, hits: int) -> None:
    """Turn the formation until it would hit so often."""
    shots = learner.page.locator(".shot.good")
    for _ in range(4):
        drawn(learner.page)
        if shots.count() == hits:
            return
        learner.turn()
    expect(shots).to_have_count(hits)


def solve(learner: Learner, step: str) -> None:
    """Reach the goal of a step."""
    if step in ("take", "draft"):
        learner.take(1)
        return
    if step == "solo":
        learner.take(1)
        expect(word(learner.page)).not_to_be_empty()
    learner.page.wait_for_selector(".aim")
    if step == "switches":
        learner.switch_on("tower")
    elif step == "look":
        learner.aim(2, 7)
    elif step in ("formations", "hits"):
        learner.aim(4, 4)
        turn_until(learner, 3)
    elif step == "system":
        learner.use("periscope")
        learner.aim(2, 7)
    elif step == "finish":
        learner.use("tower", 2)
        learner.aim(2, 6)
        turn_until(learner, 2)
    elif step == "solo":
        learner.aim(3, 5)
    learner.confirm()


def word(page: Page) -> Locator:
    """What the lesson says of what was tried."""
    return page.locator(".lesson-word")


def expect_step(page: Page, number: int) -> None:
    """A step is shown, and its heading has the focus."""
    expect(page.locator("[aria-current=step]")).to_have_attribute("data-step", str(number))
    expect(page.locator("#lesson-heading")).to_be_focused()


def open_lesson(page: Page) -> None:
    """Open the lesson."""
    page.goto("/lesson")
    page.wait_for_selector(".lesson-card")


def test_by_touch(open_page: OpenPage) -> None:
    """The whole lesson with a finger on a phone: every goal, one after the other, to the end."""
    page = open_page(360, 740, touch=True)
    page.tap(".offer .big")
    page.wait_for_selector(".lesson-card")
    learner = Finger(page)
    for number, step in enumerate(STEPS):
        expect_step(page, number)
        solve(learner, step.name)
        expect(page.locator(".lesson-word.good")).to_be_visible()
        expect(page.locator("#lesson-next")).to_be_focused()
        learner.go_on()
    expect(page.locator(".lesson-end")).to_be_visible()
    expect(page.locator(".lesson-dot.done")).to_have_count(len(STEPS))


def test_hints_follow_what_was_tried(open_page: OpenPage) -> None:
    """Two different misses get two different hints, in the language that was chosen meanwhile."""
    page = open_page(start=False)
    open_lesson(page)
    page.wait_for_selector(".aim")
    texts = page_messages("nl")
    keys = Keyboard(page)
    keys.aim(4, 4)
    drawn(page)
    frame = page.locator(".aim .frame")
    place = (frame.get_attribute("x"), frame.get_attribute("y"))
    page.click("[data-panel=settings]")
    page.select_option("#language", "nl")
    expect(page.locator("#lesson-heading")).to_contain_text(str(texts["lesson.look"]))
    # The words change, the formation stays where it was.
    assert (frame.get_attribute("x"), frame.get_attribute("y")) == place
    open_lesson(page)
    for row, column, hint in ((0, 0, "miss"), (0, 5, "other")):
        expect_step(page, 0)
        page.wait_for_selector(".aim")
        keys.aim(row, column)
        keys.confirm()
        expect(word(page)).to_have_text(str(texts[f"lesson.look_{hint}"]))
        # The round is over, so Enter tries again.
        expect(page.locator("#lesson-again")).to_be_focused()
        keys.go_on()
    expect(word(page)).to_be_empty()


def test_skipped_resumed_and_gone_back_to(open_page: OpenPage) -> None:
    """A step can be skipped; after a reload the lesson goes on; every step can be chosen."""
    page = open_page(start=False)
    open_lesson(page)
    page.click("#lesson-next")
    expect_step(page, 1)
    solve(Keyboard(page), "take")
    expect(page.locator("#lesson-next")).to_be_focused()
    page.click("#lesson-next")
    expect_step(page, 2)
    page.goto("/")
    page.click("a.plain-button[href='/lesson']")
    expect_step(page, 2)
    expect(page.locator(".lesson-dot.done")).to_have_attribute("data-step", "1")
    page.click(".lesson-dot >> nth=8")
    expect_step(page, 8)
    page.click("#lesson-next")
    expect(page.locator(".lesson-end p")).to_have_text(
        "You skipped 8 steps. They’re still here when you want them."
    )
    page.click(".lesson-end [data-step='0'].plain-button")
    expect_step(page, 0)


def test_offered_once(open_page: OpenPage) -> None:
    """The lesson is offered on the first visit, can be refused, and is not offered again."""
    page = open_page()
    page.click("[data-do=no_lesson]")
    expect(page.locator(".offer a[href='/lesson']")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".ways")
    expect(page.locator(".offer a[href='/lesson']")).to_have_count(0)
    # It stays where it can be found.
    expect(page.locator("a[href='/lesson']")).to_be_visible()


def test_the_server_cannot_be_reached(open_page: OpenPage) -> None:
    """What was confirmed meanwhile is judged as soon as the server answers again."""
    page = open_page(expected="Failed to load resource", start=False)
    is_away = False
    # From the start: a call that follows at once may escape a route that is laid later.
    page.route("**/api/lesson/*", lambda route: route.abort() if is_away else route.continue_())
    open_lesson(page)
    page.wait_for_selector(".aim")
    keys = Keyboard(page)
    keys.aim(2, 7)
    expect(page.locator(READY)).to_be_visible()
    is_away = True
    page.keyboard.press("Enter")
    for language in ("en", "de"):
        speak(page, language)
        expect(page.locator(".lost")).to_have_text(str(page_messages(language)["connection.lost"]))
    is_away = False
    expect(page.locator(".lesson-word.good")).to_be_visible()
    expect(page.locator(".lost")).to_have_count(0)


def test_a_new_players_way(open_page: OpenPage) -> None:
    """First visit, lesson by keys, first game to its end: in every language, without a dead end."""
    page = open_page(language="de")
    looker = Looker(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    looker.look()
    page.focus(".offer .big")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lesson-card")
    keys = Keyboard(page)
    for number, step in enumerate(STEPS):
        expect_step(page, number)
        texts = page_messages(looker.language)
        expect(page).to_have_title(f"{texts['lesson.title']} · Torpedo Dice")
        expect(page.locator("#lesson-goal")).to_have_text(str(texts[f"lesson.{step.name}_goal"]))
        looker.glance(*BOTS)
        solve(keys, step.name)
        texts = page_messages(looker.language)
        expect(word(page)).to_have_text(f"✓ {texts[f'lesson.{step.name}_reached']}")
        expect(page.locator("#lesson-next")).to_be_focused()
        looker.look(*BOTS)
        keys.go_on()
    expect(page.locator(".lesson-dot.done")).to_have_count(len(STEPS))
    looker.look()
    page.click(".lesson-end a[href='/#solo']")
    page.click("#play")
    page.wait_for_selector(".die.invites")
    texts = page_messages(looker.language)
    first = str(texts["header.round"]).format(mode=texts["mode.solo"], round=1)
    expect(page).to_have_title(f"{texts['start.my_move']} · {first} · Torpedo Dice")
    # As some play their first game: into the water, until the reserve is empty.
    autoplay(page, well=False)
    reason = str(texts["explain.missed_out_you"])
    expect(page.locator(".end-reason")).to_have_text(reason)
    speak(page, looker.language)
    looker.look()
    page.click(".end a[href='/']")
    page.wait_for_selector(".game")
    looker.look()
