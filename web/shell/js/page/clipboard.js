// Buttons that copy.

import { announce } from './announce.js';

const shown_ms = 1800;

/** Tells on the button and aloud whether the text was copied. @param {HTMLButtonElement} button @param {string} text @param {string} refused @returns {Promise<boolean>} */
export async function copyBy(button, text, refused) {
  const copied = await writeClipboard(text);
  const told = copied ? 'Copied' : refused;
  const label = button.dataset.label ?? (button.dataset.label = button.textContent ?? '');
  button.textContent = told;
  announce(told);
  setTimeout(() => (button.textContent = label), shown_ms);
  return copied;
}

/** @param {string} text @returns {Promise<boolean>} */
async function writeClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or not a secure context
  }
}
