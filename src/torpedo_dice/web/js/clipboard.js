/** Copying a text. Browsers offer no clipboard API without https, so it falls back to the old way. */

/** @param {string} text @returns {Promise<boolean>} whether it is in the clipboard now */
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
