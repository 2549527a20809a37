// Contrast as WCAG 2 computes it, and how colors look to people with a color-vision deficiency.

/** @typedef {[number, number, number]} Triple */

/** '#rrggbb' as linear light. @param {string} hex @returns {Triple} */
export function linear(hex) {
  return triple((i) => {
    const value = parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** @param {(i: number) => number} f @returns {Triple} */
const triple = (f) => [f(0), f(1), f(2)];

/** @param {Triple} rgb linear */
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** @param {string} a @param {string} b */
export function contrast(a, b) {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y);
  return (/** @type {number} */ (high) + 0.05) / (/** @type {number} */ (low) + 0.05);
}

/**
 * Machado, Oliveira, Fernandes 2009, severity 1, in linear light.
 * @type {Record<string, number[]>}
 */
const vision = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
export const kinds = Object.keys(vision);

/** CIELAB (D65) of a color as that kind of vision sees it. @param {string} hex @param {string} kind @returns {Triple} */
export function seen(hex, kind) {
  const m = /** @type {number[]} */ (vision[kind]);
  const rgb = linear(hex);
  const clip = (/** @type {number} */ v) => Math.min(1, Math.max(0, v));
  const [r, g, b] = triple((i) => clip([0, 1, 2].reduce((sum, j) => sum + /** @type {number} */ (m[3 * i + j]) * /** @type {number} */ (rgb[j]), 0)));
  const f = (/** @type {number} */ t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000: about 1 is just noticeable, 10 is plain at a glance. @param {Triple} one @param {Triple} two */
export function difference([l1, a1, b1], [l2, a2, b2]) {
  const degrees = 180 / Math.PI;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (/** @type {number} */ b, /** @type {number} */ a) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * degrees + 360) % 360);
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(turn / 2 / degrees);
  const mean = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const cos = (/** @type {number} */ angle) => Math.cos(angle / degrees);
  const t = 1 - 0.17 * cos(mean - 30) + 0.24 * cos(2 * mean) + 0.32 * cos(3 * mean + 6) - 0.2 * cos(4 * mean - 63);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin((60 * Math.exp(-(((mean - 275) / 25) ** 2))) / degrees);
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}
