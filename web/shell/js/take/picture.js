// A figure's picture as it is now, as SVG and as PNG.

import picture from '../../css/picture.css';
import { roles } from '../runtime/interface.js';
import { readColors } from '../runtime/theme.js';
import { embeddedFonts } from './fonts.js';
import { compose, plainRules } from './sheet.js';

/** @typedef {import('../figure/page_figure.js').PageFigure} PageFigure */

const rules = plainRules(picture);
const density = 2;

/** The live picture; where there is none, the one that the page was built with. @param {PageFigure} figure @returns {Promise<string>} */
async function drawn({ root, handle }) {
  const live = handle?.svg();
  if (live) return live;
  const within = [...root.querySelectorAll('.picture > svg')].find((svg) => svg.getBoundingClientRect().width > 0 && svg.childElementCount);
  if (within) return new XMLSerializer().serializeToString(within);
  const image = /** @type {HTMLImageElement | null} */ (root.querySelector('.picture img'));
  const response = await fetch(image?.currentSrc || image?.src || '');
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.text();
}

/** Its shapes and texts, and its size. Nobody points into a file: it needs no hotspots. @param {string} markup */
function plain(markup) {
  const svg = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement;
  for (const each of svg.querySelectorAll('style, .hot')) each.remove();
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const serializer = new XMLSerializer();
  const inside = [...svg.childNodes].map((node) => serializer.serializeToString(node)).join('');
  return { width, height, picture: inside.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '') };
}

function ruler() {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  return (/** @type {string} */ text, /** @type {string} */ font) => {
    context.font = font;
    return context.measureText(text).width;
  };
}

/** Its address on the published site, also in a frame on another one. @param {PageFigure} figure */
export const addressOf = ({ hash }) =>
  new URL(hash, /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="canonical"]'))?.href ?? location.href).href;

/** @param {PageFigure} figure @param {string} scheme 'light', 'dark', or '' for the page's own */
export async function svgOf(figure, scheme) {
  const text = (/** @type {string} */ selector) => figure.root.querySelector(selector)?.textContent ?? '';
  const [markup, fonts] = await Promise.all([drawn(figure), embeddedFonts()]);
  const colors = Object.fromEntries(readColors(scheme).map((color, i) => [roles[i], color]));
  return compose(
    {
      ...plain(markup),
      title: text('.scene-head > :first-child'),
      question: text('.question'),
      status: figure.status,
      address: addressOf(figure),
      credit: document.documentElement.dataset.credit ?? '',
    },
    { rules, colors, measure: ruler(), fonts: (used) => [...used].map((name) => fonts.get(name) ?? '').join('') },
  );
}

/** @param {{svg: string, width: number, height: number}} sheet @returns {Promise<Blob>} */
export async function pngOf({ svg, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; // the page's policy allows no blob: here
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = density * width;
  canvas.height = density * height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser gives no PNG'))), 'image/png'));
}
