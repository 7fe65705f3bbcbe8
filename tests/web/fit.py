"""Measures in the browser whether every word on a page has its room."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.web.hands import look_in

_TROUBLES = """() => {
  // What is meant to lie over other words: panels over the page, a plate before the sea.
  const LAYERS = [".panel", ".rule-panel", ".plate, .plate-back", ".sonar", ".effects", ".scene"];
  // What holds words: they must stay inside.
  const BOXES = "button, a, .plate, .chip, .option, .card, .screen, .die, .strip, .reserve, .way, .picture, .target, td, th";
  const SLACK = 1;
  const wide = document.documentElement.clientWidth;
  const nameOf = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  const words = ({ node, holder }) => `"${node.nodeValue.trim().slice(0, 40)}" in ${nameOf(holder)}`;
  const isInside = (inner, outer) => inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK
    && inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  // A line's rectangle has room above and below its letters.
  const lettersOf = ({ left, right, top, bottom }) => ({ left, right, top: top + (bottom - top) * 0.2, bottom: bottom - (bottom - top) * 0.2 });

  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) {
      const { display, clipPath, overflowX, overflowY } = getComputedStyle(element);
      styles.set(element, { display, clipPath, overflow: overflowX + overflowY });
    }
    return styles.get(element);
  };

  // What only readers of the screen hear, what a panel covers, and a submarine that goes down.
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const holder = node.parentElement;
    if (!node.nodeValue.trim() || holder.closest("noscript, option, [inert], .sunk") || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const around = [];
    for (let one = holder; one; one = one.parentElement) around.push({ one, style: styleOf(one) });
    const boxed = around.filter(({ style }) => style.display !== "contents" && style.display !== "inline");
    if (around.some(({ style }) => style.clipPath !== "none")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const scrolled = boxed.filter(({ style }) => /auto|scroll/.test(style.overflow)).map(({ one }) => one.getBoundingClientRect());
    // What has been scrolled out of its own box is not to be seen now.
    const lines = [...range.getClientRects()].map(lettersOf).filter((line) => line.right > line.left && scrolled.every((box) => isInside(line, box)));
    const cut = boxed.find(({ style }) => /hidden|clip/.test(style.overflow))?.one.getBoundingClientRect();
    texts.push({ node, holder, lines, cut, layer: LAYERS.find((name) => holder.closest(name)) });
  }

  const found = new Set(texts.length ? [] : ["no words are painted"]);
  if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth} wide`);
  const foot = document.querySelector("main:not([inert]) .turn-foot");
  for (const text of texts) {
    const box = text.holder.closest(BOXES);
    for (const line of text.lines) {
      if (line.left < -SLACK || line.right > wide + SLACK) found.add(`${words(text)} sticks out of the window`);
      if (text.cut && !isInside(line, text.cut)) found.add(`${words(text)} is cut off`);
      if (box && !isInside(line, box.getBoundingClientRect())) found.add(`${words(text)} sticks out of ${nameOf(box)}`);
      if (foot && !text.layer && !foot.contains(text.holder) && meet(line, foot.getBoundingClientRect())) found.add(`${words(text)} lies behind the foot`);
    }
  }
  texts.forEach((one, i) => {
    for (const other of texts.slice(i + 1)) {
      if (one.layer === other.layer && one.lines.some((a) => other.lines.some((b) => meet(a, b)))) found.add(`${words(one)} and ${words(other)} overlap`);
    }
  });
  return [...found];
}"""  # noqa: E501


def troubles_in(page: Page, languages: Iterable[str]) -> dict[str, list[str]]:
    """Return for each language which words do not fit."""
    return look_in(page, languages, _TROUBLES)


def troubles(page: Page) -> list[str]:
    """Return which words do not fit: cut off, out of their box or the window, over others."""
    found: list[str] = page.evaluate(_TROUBLES)
    return found
