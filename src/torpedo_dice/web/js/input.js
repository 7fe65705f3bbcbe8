/** Mouse, touch and keyboard at the table. Listeners only dispatch intents; the table page carries them out. */

/** @typedef {import("./types.js").Field} Field */

/**
 * An intent of the user.
 * @typedef {object} Wishes
 * @property {(what: string, data: DOMStringMap) => void} press a button with `data-do`
 * @property {() => void} catchUp draw the latest changes before a press is judged
 * @property {(how: string, by?: any) => void} aim
 * @property {(field: Field) => void} tap the window
 * @property {(name: string, value: any) => void} set a setting
 * @property {(number: number | null) => void} point at a log entry
 * @property {() => void} submit the form
 * @property {(key: string) => boolean} key whether it meant something
 */

const DRAG = 6;
// How far above a finger the formation lies, in fields.
const ABOVE_FINGER = 1.6;

/** @param {HTMLElement} root @param {Wishes} wishes */
export function listen(root, wishes) {
  listenToButtons(root, wishes);
  root.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.dataset.set) wishes.set(input.dataset.set, settingOf(input));
  });
  root.addEventListener("submit", (event) => { event.preventDefault(); wishes.submit(); });
  const point = (/** @type {Event} */ event) => {
    const line = closest(event, "[data-point]");
    wishes.point(line ? Number(line.dataset.point) : null);
  };
  root.addEventListener("focusin", point);
  // Not "mouseover", which browsers also send when the page has moved below a mouse at rest: a log
  // that comes to lie where Fire was would then turn the window to another submarine.
  root.addEventListener("mousemove", (event) => { if (event.movementX || event.movementY) point(event); });
  listenToPointer(root, wishes);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && event.key !== "Escape")) return;
    if (event.key === "Enter" && closest(event, "button:not([aria-disabled=true]), a, input, select, summary")) return;
    if (wishes.key(event.key)) event.preventDefault();
  };
  document.addEventListener("keydown", keys);
  return () => document.removeEventListener("keydown", keys);
}

/** What an input of the settings is set to. @param {HTMLInputElement} input */
export const settingOf = (input) => (input.type === "range" ? input.valueAsNumber : input.type === "checkbox" ? input.checked : input.value);

/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
function closest(event, selector) {
  return event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");
}

/** How far above the pointer the formation lies while it is dragged. @param {PointerEvent} event */
const above = (event) => event.pointerType === "mouse" ? 0 : ABOVE_FINGER;

/** The field under a point of the screen, even outside the grid; `up` fields above it. @param {SVGSVGElement} scene @param {PointerEvent} event @param {number} up @returns {Field} */
function fieldUnder(scene, event, up) {
  const box = scene.getBoundingClientRect();
  const view = scene.viewBox.baseVal;
  const field = box.width / view.width;
  return [
    Math.floor(view.y + (event.clientY - box.top) / field - up),
    Math.floor(view.x + (event.clientX - box.left) / field),
  ];
}

/**
 * A press belongs to the button on which the pointer went down. The page may move the button away
 * before the pointer comes up (a longer sentence, a banner), and then the browser sends the click
 * to whatever is there by now.
 * @param {HTMLElement} root @param {Wishes} wishes
 */
function listenToButtons(root, wishes) {
  /** @type {{button: HTMLElement | null, x: number, y: number}} */
  let down = { button: null, x: 0, y: 0 };
  root.addEventListener("pointerdown", (event) => {
    const button = closest(event, "[data-do]");
    // A button means what it says after everything that the player has done before.
    if (button) wishes.catchUp();
    down = { button, x: event.clientX, y: event.clientY };
  });
  root.addEventListener("click", (event) => {
    // A click by keyboard has no detail, and a pointer that has left the button presses nothing.
    const isPress = event.detail > 0 && down.button?.isConnected && Math.hypot(event.clientX - down.x, event.clientY - down.y) <= DRAG;
    const button = isPress ? down.button : closest(event, "[data-do]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    wishes.press(String(button.dataset.do), button.dataset);
  });
}

/** @param {HTMLElement} root @param {Wishes} wishes */
function listenToPointer(root, wishes) {
  /** @type {{x: number, y: number, field: Field, dragging: boolean} | null} */
  let down = null;
  const sceneOf = (/** @type {Event} */ event) => /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (closest(event, ".scene")));
  root.addEventListener("pointerdown", (event) => {
    const scene = sceneOf(event);
    // A tap means the field that was under the pointer when it went down, even if the picture moves before it comes up.
    if (scene && event.button === 0) down = { x: event.clientX, y: event.clientY, field: fieldUnder(scene, event, 0), dragging: false };
  });
  root.addEventListener("pointermove", (event) => {
    const scene = sceneOf(event);
    if (!scene) return;
    if (event.pointerType === "mouse" && !down) wishes.aim("hover", fieldUnder(scene, event, 0));
    if (!down) return;
    down.dragging ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG;
    if (down.dragging) wishes.aim("over", fieldUnder(scene, event, above(event)));
  });
  // A drag that ends outside the window places nothing, nor does one that the browser takes over.
  root.addEventListener("pointerup", (event) => {
    const scene = sceneOf(event);
    if (scene && down) wishes.tap(down.dragging ? fieldUnder(scene, event, above(event)) : down.field);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { down = null; });
  root.addEventListener("wheel", (event) => {
    if (!sceneOf(event)) return;
    event.preventDefault();
    wishes.aim("wheel");
  }, { passive: false });
}
