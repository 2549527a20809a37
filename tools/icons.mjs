// The icons of the site as a program on a device, from its mark: PNG of several sizes.
import { Resvg } from '@resvg/resvg-js';

/** @param {string} svg @param {number} pixels */
const png = (svg, pixels) => new Resvg(svg, { fitTo: { mode: 'width', value: pixels } }).render().asPng();

/** The mark without its round corners and with room around it: a system cuts off up to a tenth at each side. @param {string} svg */
function maskable(svg) {
  const [, left = 0, top = 0, width = 0, height = 0] = (/viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg) ?? []).map(Number);
  const ground = /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1];
  if (!width || !ground) throw new Error('the mark has no viewBox, or no <rect> with a color as its ground');
  const x = left - width / 8, y = top - height / 8, size = `width="${1.25 * width}" height="${1.25 * height}"`;
  return svg.replace(/viewBox="[^"]*">/, `viewBox="${x} ${y} ${1.25 * width} ${1.25 * height}"><rect x="${x}" y="${y}" ${size} fill="${ground}"/>`);
}

/** @param {string} svg the mark @returns {[name: string, bytes: Buffer][]} the builder knows them by their names: tools/loom/site/render/manifest.hpp */
export const icons = (svg) => [
  ['icon-192.png', png(svg, 192)],
  ['icon-512.png', png(svg, 512)],
  ['icon-maskable-512.png', png(maskable(svg), 512)],
];
