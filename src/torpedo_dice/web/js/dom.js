/**
 * A virtual DOM of plain objects, and the function that updates the document to match it.
 * Reused nodes keep their focus, scroll position and running animations.
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(
  "svg g path circle ellipse rect line polyline polygon text tspan defs linearGradient radialGradient stop clipPath use pattern title".split(" "),
);

/**
 * @typedef {{tag: string, attrs: Record<string, any>, children: (VNode | string)[]}} VNode
 * @typedef {VNode | string | number | null | undefined | false} Child
 * @typedef {Child | Child[] | (Child | Child[])[] | (Child | Child[] | (Child | Child[])[])[]} Children children, in lists of lists as they come
 */

/**
 * Describe an element. Attributes: `key` identifies an element among its siblings, `css` is an object of custom
 * properties and styles (set through the CSSOM, because the content security policy forbids inline styles).
 * @param {string} tag
 * @param {Record<string, any> | null} [attrs]
 * @param {...Children} children
 * @returns {VNode}
 */
export function h(tag, attrs, ...children) {
  const kept = [];
  for (const child of /** @type {Child[]} */ (children.flat(3))) {
    if (child === null || child === undefined || child === false || child === "") continue;
    kept.push(typeof child === "object" ? child : String(child));
  }
  return { tag, attrs: attrs || {}, children: kept };
}

/**
 * Update the children of a root to match a tree.
 * @param {Element} root
 * @param {Child[]} tree
 */
export function paint(root, tree) {
  patchChildren(root, /** @type {any} */ (tree.filter(Boolean)));
}

/** @param {VNode | string} node @returns {Node} */
function create(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const element = SVG_TAGS.has(node.tag)
    ? document.createElementNS(SVG, node.tag)
    : document.createElement(node.tag);
  /** @type {any} */ (element).vkey = node.attrs.key;
  /** @type {any} */ (element).vnode = node;
  patchAttributes(element, {}, node.attrs);
  patchChildren(element, node.children);
  return element;
}

/** @param {Node} old @param {VNode | string} node */
function isSame(old, node) {
  if (typeof node === "string") return old.nodeType === Node.TEXT_NODE;
  return old.nodeType === Node.ELEMENT_NODE
    && /** @type {Element} */ (old).tagName.toLowerCase() === node.tag.toLowerCase()
    && /** @type {any} */ (old).vkey === node.attrs.key;
}

/** @param {Element} parent @param {(VNode | string)[]} children */
function patchChildren(parent, children) {
  let at = parent.firstChild;
  for (const child of children) {
    let match = at;
    while (match && !isSame(match, child)) match = typeof child === "string" ? null : match.nextSibling;
    if (!match) {
      parent.insertBefore(create(child), at);
      continue;
    }
    if (match !== at) removeBetween(parent, at, match);
    update(match, child);
    at = match.nextSibling;
  }
  removeBetween(parent, at, null);
}

/** @param {Node} parent @param {Node | null} from @param {Node | null} to */
function removeBetween(parent, from, to) {
  while (from && from !== to) {
    const next = from.nextSibling;
    parent.removeChild(from);
    from = next;
  }
}

/** @param {Node} old @param {VNode | string} node */
function update(old, node) {
  if (typeof node === "string") {
    if (old.nodeValue !== node) old.nodeValue = node;
    return;
  }
  const element = /** @type {Element & {vnode?: VNode}} */ (old);
  // The identical object: the element is already up to date.
  if (element.vnode === node) return;
  element.vnode = node;
  patchAttributes(element, /** @type {any} */ (element).vattrs || {}, node.attrs);
  patchChildren(element, node.children);
}

/**
 * The size that a part of the page is drawn in, or null if it isn't drawn or has hardly changed.
 * @param {Element | null | undefined} element @param {{ width: number, height: number }} known
 */
export function changedSize(element, known) {
  const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const isNew = Math.abs(width - known.width) > 1 || Math.abs(height - known.height) > 1;
  return width && isNew ? { width, height } : null;
}

/** @param {any} element @param {Record<string, any>} before @param {Record<string, any>} now */
function patchAttributes(element, before, now) {
  for (const name of Object.keys(before)) if (!(name in now)) setAttribute(element, name, null);
  for (const [name, value] of Object.entries(now)) {
    // The user changes values too, so compare with the element's current value.
    if (name === "value" || name === "checked" || before[name] !== value) setAttribute(element, name, value, before[name]);
  }
  element.vattrs = now;
}

/** @param {any} element @param {string} name @param {any} value @param {any} [before] */
function setAttribute(element, name, value, before) {
  if (name === "key") return;
  if (name === "css") {
    for (const [property, setting] of Object.entries(value || {})) {
      if (before?.[property] !== setting) element.style.setProperty(property, String(setting));
    }
  } else if (name === "value" || name === "checked") {
    if (element[name] !== value && value !== null) element[name] = value;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}
