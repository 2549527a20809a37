// The box 'Read offline': what is kept, and the whole site in one click, with its progress; it can be stopped, and removed again.

/** @typedef {import('./kept.js').State} State */
/** @typedef {(question: import('./worker.js').Question) => Promise<State>} Ask */

/** Of the bytes that are kept, so many steps are read aloud. */
const spoken_steps = 4;

const remove_all = 'Remove all that is kept';

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** @param {any} error in words for the reader */
function explained({ name, message }) {
  if (name === 'QuotaExceededError') return 'This browser gives the site no more room.';
  if (/another version/.test(message)) return 'The site has changed meanwhile. Load this page again, then go on.';
  if (/SecurityError|NotSupportedError|InvalidStateError/.test(name)) return 'This browser does not let the site keep pages; a private window may be why.';
  return 'Some files did not arrive. What is kept so far stays; go on when there is a connection.';
}

export class Box {
  button = document.createElement('p');
  #ask;
  #dialog = document.createElement('dialog');
  #news;
  #text;
  /** What is read aloud: a page that is open behind a box says nothing. */
  #aloud;
  #progress;
  #keep;
  #stop;
  #remove;
  #busy = false;
  #stopped = false;
  #sure = false;

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
    this.button.innerHTML = '<button type="button" class="offline" aria-haspopup="dialog">Read offline</button> <span class="offline-news" role="status"></span>';
    this.#news = /** @type {HTMLElement} */ (this.button.querySelector('span'));
    const dialog = this.#dialog;
    dialog.className = 'offline-box';
    dialog.setAttribute('aria-labelledby', 'offline_title');
    dialog.innerHTML =
      '<h2 id="offline_title">Read offline</h2><p>The pages that you visit are kept on this device, with their figures: they can be read and played without a connection.</p>' +
      '<p class="offline-text"></p><p class="unseen" role="status"></p><progress aria-label="Kept of the site" max="1" hidden></progress>' +
      '<p class="offline-buttons"><button type="button" class="keep" hidden></button><button type="button" class="stop" hidden>Stop</button>' +
      '<button type="button" class="remove" hidden></button><button type="button" class="close">Close</button></p>';
    document.body.append(dialog);
    const get = (/** @type {string} */ selector) => /** @type {any} */ (dialog.querySelector(selector));
    this.#text = /** @type {HTMLElement} */ (get('.offline-text'));
    this.#aloud = /** @type {HTMLElement} */ (get('[role="status"]'));
    this.#progress = /** @type {HTMLProgressElement} */ (get('progress'));
    this.#keep = /** @type {HTMLButtonElement} */ (get('.keep'));
    this.#stop = /** @type {HTMLButtonElement} */ (get('.stop'));
    this.#remove = /** @type {HTMLButtonElement} */ (get('.remove'));
    this.button.querySelector('button')?.addEventListener('click', () => this.#open());
    get('.close').addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    this.#keep.addEventListener('click', () => void this.#keepAll());
    this.#stop.addEventListener('click', () => void (this.#stopped = true));
    this.#remove.addEventListener('click', () => this.#removeAll());
  }

  /** Says on the button how much is kept. @param {State} state */
  tellCount({ pages, missing }) {
    const button = this.button.querySelector('button');
    if (button) button.textContent = pages.length === 0 ? 'Read offline' : `Read offline: ${pages.length} of ${pages.length + missing.length} pages kept`;
  }

  /** A new version of the site is there, and shown from the next page on. */
  tellNews() {
    this.#news.innerHTML = 'A new version of this site is kept. <a href="">Show it</a>';
  }

  /** @param {string} text */
  #say(text) {
    this.#text.textContent = this.#aloud.textContent = text;
  }

  #open() {
    this.#dialog.showModal();
    if (this.#busy) return;
    this.#text.textContent = '…';
    void this.#answered(this.#ask({ ask: 'state' }));
  }

  /** Shows an answer of the worker, or says why there is none. @param {Promise<State>} answer */
  async #answered(answer) {
    try {
      this.#show(await answer);
    } catch (error) {
      this.#say(explained(error));
    }
  }

  /** What is removed may be the page that is read, so it is asked for twice. */
  #removeAll() {
    if (this.#sure) return void this.#answered(this.#ask({ ask: 'remove' }));
    this.#sure = true;
    this.#remove.textContent = navigator.onLine ? 'Really remove all?' : 'There is no connection. Really remove all?';
  }

  /** @param {State} state */
  #show(state) {
    const { pages, missing, bytes, kept } = state;
    this.tellCount(state);
    this.#sure = false;
    this.#remove.textContent = remove_all;
    const all = pages.length + missing.length, whole = missing.length === 0;
    this.#say(whole ? `The whole site is kept: ${all} pages, ${megabytes(bytes)}.` : pages.length === 0 ? 'No page is kept.' : `${pages.length} of ${all} pages ${pages.length === 1 ? 'is' : 'are'} kept, ${megabytes(kept)}.`);
    this.#progress.value = kept / bytes;
    this.#keep.textContent = pages.length > 0 ? `Keep the whole site: ${megabytes(bytes - kept)} more` : `Keep the whole site: ${megabytes(bytes)}`;
    // The focus leaves a button before that is hidden.
    const focused = document.activeElement;
    this.#keep.hidden = this.#remove.hidden = false;
    if (whole && focused === this.#keep) this.#remove.focus();
    if (pages.length === 0 && focused === this.#remove) this.#keep.focus();
    this.#keep.hidden = whole;
    this.#remove.hidden = pages.length === 0;
  }

  async #keepAll() {
    this.#stopped = false;
    this.#setBusy(true);
    try {
      // Otherwise the browser may make room one day. It may refuse, or ask the reader.
      await navigator.storage?.persist?.().catch(() => false);
      await this.#bringAll();
      this.#setBusy(false);
      this.#show(await this.#ask({ ask: 'state' }));
    } catch (error) {
      this.#setBusy(false);
      this.#say(explained(error));
    }
  }

  /** One page after the other, so that it can be stopped, and go on later. */
  async #bringAll() {
    let { missing, kept, bytes } = await this.#ask({ ask: 'state' }), spoken = Math.floor((kept / bytes) * spoken_steps);
    for (const path of missing) {
      if (this.#stopped) return;
      ({ kept } = await this.#ask({ ask: 'keep', path }));
      this.#progress.value = kept / bytes;
      this.#text.textContent = `${megabytes(kept)} of ${megabytes(bytes)}`;
      const step = Math.floor((kept / bytes) * spoken_steps);
      if (step > spoken) this.#aloud.textContent = `${(100 * step) / spoken_steps} percent`;
      spoken = step;
    }
    await this.#ask({ ask: 'whole' });
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    const had = this.#dialog.contains(document.activeElement);
    this.#busy = busy;
    this.#progress.hidden = this.#stop.hidden = !busy;
    this.#keep.hidden = this.#remove.hidden = busy;
    if (had) (busy ? this.#stop : this.#keep).focus();
  }
}
