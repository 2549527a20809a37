// A figure's picture as an SVG file that says by itself what it shows: title and question above the picture; its sentence, the
// address of its state and the site's line below. Colors and fonts are in it.

import { escaped } from '../page/text.js';
import { lines } from './wrap.js';

/**
 * @typedef {object} Sheet
 * @property {string} picture an <svg> of the scenes program or of the page, without hotspots
 * @property {number} width @property {number} height of the picture
 * @property {string} title @property {string} question @property {string} status
 * @property {string} address @property {string} credit
 */
/**
 * @typedef {object} Look
 * @property {string} rules of picture.css, by class @property {Record<string, string>} colors by role
 * @property {(used: Set<string>) => string} fonts the rules for these fonts
 * @property {(text: string, font: string) => number} measure the width of a text in px, with a font as CSS writes it
 */

const margin = 20;
const families = { sans: 'Inter,Arial,sans-serif', mono: '"JetBrains Mono",monospace' };

/** Rules of one class alone, as those for shapes and text. @param {string} css */
export const plainRules = (css) => (css.match(/^\.[\w-]+ \{[^}]*\}/gm) ?? []).filter((rule) => !rule.startsWith('.picture')).join('').replace(/\s+/g, ' ');

/** Values in place of variables: not all programs that show SVG know those. @param {string} rules @param {Record<string, string>} values */
const resolved = (rules, values) => rules.replace(/var\(--([\w-]+)\)/g, (all, name) => values[name] ?? all);

/** Lines of text below each other, and where the next ones begin. */
class Column {
  markup = '';
  #measure;
  #width;

  /** @param {number} y @param {number} width @param {Look['measure']} measure */
  constructor(y, width, measure) {
    this.y = y;
    this.#width = width;
    this.#measure = measure;
  }

  /** @param {string} text @param {{size: number, weight?: number, role: string, href?: string}} style */
  put(text, { size, weight = 400, role, href = '' }) {
    if (!text) return;
    const own = lines(text, this.#width, (part) => this.#measure(part, `${weight} ${size}px Inter`));
    for (const line of own) {
      this.y += Math.round(1.35 * size);
      const drawn = `<text x="${margin}" y="${this.y}" font-size="${size}" font-weight="${weight}" class="f-${role}">${escaped(line)}</text>`;
      this.markup += href ? `<a href="${escaped(href)}">${drawn}</a>` : drawn;
    }
  }
}

/** @param {Sheet} sheet @param {Look} look @returns {{svg: string, width: number, height: number}} */
export function compose({ picture, width, height, title, question, status, address, credit }, { rules, colors, fonts, measure }) {
  const above = new Column(margin - 8, width, measure);
  above.put(title, { size: 18, weight: 600, role: 'ink' });
  above.put(question, { size: 14, role: 'muted' });
  const top = above.y + 16;
  const below = new Column(top + height + 6, width, measure);
  below.put(status, { size: 14, role: 'ink' });
  below.y += 6;
  below.put(address, { size: 12, role: 'muted', href: address });
  below.put(credit, { size: 12, role: 'muted' });
  const whole = { width: width + 2 * margin, height: Math.ceil(below.y + margin) };
  const used = new Set(['Inter 400', 'Inter 600', ...(picture.includes('w-mono') ? ['JetBrains Mono 400'] : [])]);
  const style = `${fonts(used)}svg{font-family:${families.sans};font-variant-numeric:tabular-nums;font-kerning:none}${resolved(rules, { ...colors, ...families })}`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" role="img" aria-labelledby="title desc">` +
    `<title id="title">${escaped(title)}</title><desc id="desc">${escaped(`${question} ${status}`)}</desc><style>${style}</style>` +
    `<rect width="100%" height="100%" class="f-surface"/>${above.markup}<g transform="translate(${margin} ${top})">${picture}</g>${below.markup}</svg>\n`;
  return { svg, ...whole };
}
