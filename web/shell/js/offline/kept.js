// The files of the site that this browser keeps, in one cache for all versions of the site. An asset has its content's hash in its
// name; a page is kept under its address and the hash of its content. So no version takes a file of another one for its own, and a
// new version brings only what has changed. Only bytes that have the right hash are kept.

import { hashOf } from './hash.js';

/** `needs`: files, by their places in the list. @typedef {[path: string, title: string, hash: string, size: number, needs: number[]]} Page */
/** What the builder writes: tools/loom/site/render/kept.hpp. @typedef {{files: [name: string, size: number][], pages: Page[]}} List */
/** `pages` are kept, the paths in `missing` are not; bytes: of the site, and kept. @typedef {{pages: [path: string, title: string][], missing: string[], bytes: number, kept: number}} State */

/** The page for addresses that are not kept. */
export const standIn = 'offline.html';
const at_once = 6;

/** @param {string} address of an asset or the list */
const hashIn = (address) => /\.([0-9a-f]{16})\.\w+$/.exec(address)?.[1] ?? '';

/** The bytes as they were built, or an error. @param {string} address @param {string} hash @param {RequestCache[]} ways to fetch it, tried in turn */
async function fetched(address, hash, ...ways) {
  for (const cache of ways) {
    const response = await fetch(address, { cache, priority: 'low' });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (hashOf(new Uint8Array(bytes)) !== hash) continue;
    const headers = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name); // they were about the transfer
    return new Response(bytes, { headers });
  }
  throw new Error(`${address}: it is of another version`);
}

export class Kept {
  #base;
  #listAddress;
  #opened;
  /** @type {Promise<List> | null} */
  #list = null;

  /** @param {string} base the address of the site @param {string} list the address of the list below it */
  constructor(base, list) {
    this.#base = base;
    this.#listAddress = base + list;
    this.#opened = caches.open(`loom ${new URL(base).pathname}`);
  }

  /** @param {string} address @returns {Promise<Response | undefined>} */
  match = async (address) => (await this.#opened).match(address);

  /** @param {string} name of a note for the worker's next life */
  async note(name) {
    return (await this.match(`${this.#base}.${name}`))?.json();
  }

  /** @param {string} name @param {unknown} [value] nothing: it is forgotten */
  async takeNote(name, value) {
    const cache = await this.#opened, address = `${this.#base}.${name}`;
    await (value === undefined ? cache.delete(address) : cache.put(address, new Response(JSON.stringify(value))));
  }

  /** @returns {Promise<List>} */
  list() {
    return (this.#list ??= this.#read().catch((error) => {
      this.#list = null;
      throw error;
    }));
  }

  async #read() {
    const address = this.#listAddress, cache = await this.#opened;
    if (!(await cache.match(address))) await cache.put(address, await fetched(address, hashIn(address), 'default', 'reload'));
    /** @type {List} */
    const list = await (await cache.match(address))?.json();
    for (const page of list.pages) page[0] = encodeURI(page[0]); // as an address has it
    return list;
  }

  /** @param {Page} page */
  #addressOf = ([path, , hash]) => `${this.#base + path}?${hash}`;

  /** @param {List} list @param {number} file */
  #file = ({ files }, file) => `${this.#base}assets/${files[file]?.[0]}`;

  /** @returns {Promise<Set<string>>} the addresses of what is kept */
  async #here() {
    return new Set((await (await this.#opened).keys()).map(({ url }) => url));
  }

  /** The page of this version at a path, or undefined. @param {string} path below the site's */
  async page(path) {
    return (await this.list()).pages.find(([each]) => each === path);
  }

  /** @param {Page} page */
  content = (page) => this.match(this.#addressOf(page));

  /** Keeps a page and all that it needs; the page comes last, so that a page that is kept is whole. @param {Page} page */
  async keep(page) {
    const list = await this.list(), here = await this.#here(), cache = await this.#opened;
    const missing = page[4].map((file) => this.#file(list, file)).filter((address) => !here.has(address));
    const next = async () => {
      for (let address; (address = missing.shift()); ) await cache.put(address, await fetched(address, hashIn(address), 'default', 'reload'));
    };
    await Promise.all(Array.from({ length: at_once }, next));
    const address = this.#addressOf(page);
    if (!here.has(address)) await cache.put(address, await fetched(this.#base + page[0], page[2], 'no-cache'));
  }

  /** Brings this version of all that is kept of another one. */
  async renew() {
    const { pages } = await this.list(), whole = await this.note('whole');
    const here = new Set([...(await this.#here())].map((address) => address.split('?')[0]));
    for (const page of pages) if (whole || page[0] === standIn || here.has(this.#base + page[0])) await this.keep(page);
  }

  /** @returns {Promise<State>} */
  async state() {
    const list = await this.list(), here = await this.#here();
    const sizes = [...list.files.map(([, size], i) => ({ address: this.#file(list, i), size })), ...list.pages.map((page) => ({ address: this.#addressOf(page), size: page[3] }))];
    const sum = (/** @type {typeof sizes} */ of) => of.reduce((all, { size }) => all + size, 0);
    const pages = list.pages.filter(([path]) => path !== standIn);
    return {
      pages: pages.filter((page) => here.has(this.#addressOf(page))).map(([path, title]) => [path, title]),
      missing: pages.filter((page) => !here.has(this.#addressOf(page))).map(([path]) => path),
      bytes: sum(sizes),
      kept: sum(sizes.filter(({ address }) => here.has(address))),
    };
  }

  /** Forgets what this version does not need, or (`all`) what no page but the stand-in needs. */
  async forget(all = false) {
    const list = await this.list(), cache = await this.#opened;
    const pages = list.pages.filter(([path]) => !all || path === standIn);
    const needed = new Set([this.#listAddress, ...pages.flatMap((page) => [this.#addressOf(page), ...page[4].map((file) => this.#file(list, file))])]);
    const notes = all ? [] : ['whole', 'before'];
    for (const name of notes) needed.add(`${this.#base}.${name}`);
    const gone = [...(await this.#here())].filter((address) => !needed.has(address));
    // Pages first: a page that is kept is whole.
    gone.sort((a, b) => Number(b.includes('?')) - Number(a.includes('?')));
    for (const address of gone) await cache.delete(address);
  }
}
