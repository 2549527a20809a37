// The colors of the roles, from the style sheet's tokens (web/shell/css/tokens.css).

import { roles } from './interface.js';

/**
 * Red, green, blue and alpha of each role in turn. A token may be anything that CSS calls a color, so an element wears
 * it and is asked what it looks like.
 * @returns {Uint8Array}
 */
export function readTheme() {
  const bytes = new Uint8Array(4 * roles.length);
  readColors().forEach((color, i) => {
    if (color) bytes.set(parseColor(color) ?? paintColor(color), 4 * i);
  });
  return bytes;
}

/**
 * What CSS makes of each role's token; '' for the role that is never drawn.
 * @param {string} [scheme] 'light' or 'dark'; without it the page's own @returns {string[]}
 */
export function readColors(scheme = '') {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  probe.style.forcedColorAdjust = 'none'; // where the system forces its colors, the tokens name them
  document.body.append(probe);
  const colors = roles.map((role) => {
    if (!role) return '';
    probe.style.color = `var(--${role})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colors;
}

/**
 * What browsers make of hexadecimal colors: "rgb(29, 31, 35)", "rgba(0, 0, 0, 0.5)".
 * @param {string} text @returns {number[] | null}
 */
export function parseColor(text) {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Math.round(255 * Number(parts[4] ?? 1))];
}

/**
 * Any other color, by painting with it. Only then: some browsers blur what scripts read from a canvas.
 * @param {string} color @returns {Uint8ClampedArray}
 */
function paintColor(color) {
  const pixel = document.createElement('canvas');
  pixel.width = pixel.height = 1;
  const context = /** @type {CanvasRenderingContext2D} */ (pixel.getContext('2d'));
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}
