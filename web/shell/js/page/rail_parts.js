// The parts of the section that is being read, listed below it in the rail. Only this section is asked where its parts are:
// a section far away would be laid out to answer.

import { headingText } from './heading.js';

/** @typedef {{heading: Element, link: HTMLAnchorElement}} Part */

/** Which of the parts that begin at `tops` holds the reader's line; -1: none yet. @param {number[]} tops ascending @param {number} line */
export const partAt = (tops, line) => tops.filter((top) => top <= line).length - 1;

export class RailParts {
  /** @type {Part[]} */
  #parts = [];
  #list = document.createElement('ul');
  #current = -1;

  constructor() {
    this.#list.className = 'rail-parts';
  }

  /** Lists the parts of a section below its entry. @param {Element | undefined} entry @param {Element | null | undefined} section */
  show(entry, section) {
    this.#current = -1;
    this.#parts = [...(section?.querySelectorAll(':scope > h3[id]') ?? [])].map((heading) => {
      const link = document.createElement('a');
      link.href = `#${heading.id}`;
      link.textContent = headingText(heading);
      return { heading, link };
    });
    this.#list.replaceChildren(
      ...this.#parts.map(({ link }) => {
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
    if (entry && this.#parts.length) entry.append(this.#list);
    else this.#list.remove();
  }

  /** Marks the part that is read. @param {number} line the reader's, on the screen */
  mark(line) {
    const current = partAt(this.#parts.map(({ heading }) => heading.getBoundingClientRect().top), line);
    if (current === this.#current) return;
    this.#parts[this.#current]?.link.removeAttribute('aria-current');
    this.#parts[current]?.link.setAttribute('aria-current', 'true');
    this.#current = current;
  }
}
