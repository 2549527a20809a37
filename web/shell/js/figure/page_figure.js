// One figure: its HTML controls, timeline, sentence, table and links on one side, a live scene on the other.
// Until wasm has arrived the reader's wishes wait in a queue; a refused value is explained, and the last
// good state stays.

import { bringLeftOut, controlOf, controlsOf, isTyping, natural, offer, readControl, showOutput, stepOver, writeControl } from './controls.js';
import { Readout } from './readout.js';
import { breath, idle } from '../page/idle.js';
import { inPlace } from '../page/in_place.js';
import { format } from '../page/address.js';
import { mark, tried } from '../memory/progress.js';
import { awaitPress } from './early_drag.js';
import { Pending } from './pending.js';
import { openHandle } from './runtime_loader.js';
import { announce } from '../page/announce.js';
import { read, write } from './table.js';
import { hideTip, showTip } from '../page/tooltip.js';

/** @typedef {import('../types').Handle} Handle */
/** @typedef {import('./controls.js').Control} Control */

/**
 * @typedef {(figure: PageFigure, done: boolean) => void} Touched the reader changed the figure; `done` is false
 * while a drag or a run of the timeline goes on
 */

/** A text of many lines is pasted whole. @param {Event} event */
const isPaste = (event) => event.target instanceof HTMLTextAreaElement && event instanceof InputEvent && event.inputType === 'insertFromPaste';

/** What the button goes through. */
const speeds = [1, 2, 0.5];

/** After the last key: what was typed is then taken for a whole text. */
const typing_ms = 500;

export class PageFigure {
  /** @type {Handle | null} */
  handle = null;
  #pending = new Pending();
  /** @type {Promise<Handle | null> | null} */
  #waking = null;
  #touched;
  #controls;
  #readout;
  #pressed;
  #refused = '';
  /** Its parameters as the page was built with them. */
  #settings = '';
  /** @type {Record<string, string>} */
  #values = {};
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;
  /** @type {Promise<void> | null} */
  #tableDue = null;
  /** Whether what waits in the queue is the reader's own doing. */
  #byHand = false;

  /** @param {HTMLElement} root @param {Touched} touched */
  constructor(root, touched) {
    this.root = root;
    this.id = root.id;
    this.#touched = touched;
    this.#controls = controlsOf(root);
    this.#readout = new Readout(root, this.#controls);
    this.#pressed = awaitPress(root);
    /** The state the page was built with. */
    this.initial = root.dataset.query ?? '';
    this.#listen();
  }

  #listen() {
    const controls = this.#readout.find('.controls');
    controls?.addEventListener('input', (event) => this.#edited(event, isPaste(event)));
    controls?.addEventListener('change', (event) => this.#edited(event, true));
    controls?.addEventListener('submit', (event) => event.preventDefault());
    this.#readout.find('.presets')?.addEventListener('click', (event) => {
      const preset = event.target instanceof Element ? event.target.closest('button[data-query]') : null;
      if (!(preset instanceof HTMLElement)) return;
      inPlace(preset, () => preset.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })); // on a phone they are a strip
      this.load(preset.dataset.query ?? '', true);
    });
    this.#readout.find('[data-do="again"]')?.addEventListener('click', () => {
      this.load(this.initial, true);
      this.#readout.takeFocus();
    });
    const timeline = this.#readout.find('.timeline');
    timeline?.addEventListener('click', (event) => this.#clicked(event));
    const scrub = /** @type {HTMLInputElement | null} */ (this.#readout.find('.scrub'));
    scrub?.addEventListener('input', () => this.seek(Number(scrub.value), false));
    scrub?.addEventListener('change', () => this.seek(Number(scrub.value), true));
    scrub?.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      this.#play();
    });
    for (const kind of ['pointerdown', 'focusin']) this.root.addEventListener(kind, () => this.wake(), { once: true, passive: true });
  }

  /** @param {Event} event @param {boolean} done */
  #edited(event, done) {
    const control = controlOf(event.target);
    if (!control) return;
    clearTimeout(this.#typing);
    const set = () => this.set(control, readControl(control), done);
    // A text that is still being typed is not a mistake yet.
    if (!done && isTyping(control)) this.#typing = setTimeout(set, typing_ms);
    else set();
  }

  /** @param {Control} control @param {string} text @param {boolean} done */
  set(control, text, done) {
    const { key } = control.dataset;
    if (!this.handle) {
      showOutput(control, text);
      offer(this.#controls, (other) => this.#read(other));
      this.#pending.set(key, text);
      this.#wait();
      return;
    }
    const { handle } = this;
    this.#underHand(() => {
      this.#readout.note('');
      let { error, at } = this.#change(handle, key, text);
      if (at === key && stepOver(control, handle.shown.values[key] ?? '', (next) => !handle.set({ [key]: next }))) error = at = '';
      this.#explain(error, at);
      if (at === key) return;
      this.refresh(done, key);
      this.#touched(this, done);
    });
  }

  /** Makes a change; whatever has the reader's hand on it stays under it: a control, or else the picture. @param {() => void} change */
  #underHand(change) {
    inPlace(this.#readout.find('.hands :focus') ?? this.#readout.find('.picture'), change);
  }

  /**
   * Values that must agree (as many of these as of those) can only change together: tries a text with
   * the others that wait in their fields because they were refused. A text that was refused stays in its
   * field when another value alone is accepted.
   * @param {Handle} handle @param {string} key @param {string} text @returns {{error: string, at: string}} what is wrong, and
   * with which parameter
   */
  #change(handle, key, text) {
    const refused = this.#controls.find((each) => each.classList.contains('text') && each.dataset.key === this.#refused && this.#refused !== key);
    const hides = `&${refused?.dataset.when ?? ''}`.includes(`&${key}=`); // its choice: that of another one leaves the text alone
    if (refused && !hides) {
      const at = this.#refused, error = handle.set({ [key]: text, [at]: readControl(refused) });
      if (!error) return { error: '', at: '' };
      if (!handle.set({ [key]: text })) return { error, at };
    }
    const wrong = handle.set({ [key]: text });
    if (!wrong) return { error: '', at: '' };
    const { values } = handle.shown;
    const waiting = this.#controls.filter(
      (each) => each.classList.contains('text') && each.dataset.key !== key && readControl(each) !== values[each.dataset.key],
    );
    const error = waiting.length ? handle.set(Object.fromEntries([...waiting.map((each) => [each.dataset.key, readControl(each)]), [key, text]])) : wrong;
    return { error, at: error ? key : '' };
  }

  /**
   * Puts the figure into a whole state.
   * @param {string} query @param {boolean} byHand false when the browser's history asks for it
   * @returns {boolean} false when it was refused
   */
  load(query, byHand) {
    if (!this.handle) {
      this.#pending.load(query);
      this.#wait(byHand);
      return true;
    }
    const { handle } = this;
    let loaded = false;
    this.#underHand(() => {
      handle.pause();
      const result = handle.load(query);
      loaded = result.loaded;
      this.#explain(result.problem, '');
      this.refresh(true);
    });
    if (loaded && byHand) this.#touched(this, true);
    return loaded;
  }

  #wait(byHand = true) {
    this.#byHand ||= byHand;
    void this.wake();
  }

  /** @param {number} step @param {boolean} done */
  seek(step, done) {
    if (!this.handle) {
      this.#pending.seek(step);
      this.#readout.step(step, Number(this.root.dataset.steps));
      this.#wait();
      return;
    }
    this.handle.pause();
    this.handle.seek(step);
    this.refresh(done);
    this.#touched(this, done);
  }

  /** @param {string} part '' for none */
  highlight(part) {
    this.handle?.highlight(part);
    this.root.classList.toggle('lit', part !== '');
    for (const group of this.root.querySelectorAll('.picture [data-part]')) {
      group.classList.toggle('on', group.getAttribute('data-part') === part);
    }
  }

  /** @param {Event} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest('button[data-do]') : null;
    if (!(button instanceof HTMLElement)) return;
    const { step, steps } = this.#place();
    switch (button.dataset.do) {
      case 'reset': return this.seek(0, true);
      case 'back': return this.seek(Math.max(0, step - 1), true);
      case 'forward': return this.seek(Math.min(steps, step + 1), true);
      case 'play': return this.#play();
      case 'speed': return this.#faster(button);
    }
  }

  #place() {
    const scrub = /** @type {HTMLInputElement | null} */ (this.#readout.find('.scrub'));
    return this.handle
      ? this.handle.shown
      : { step: Number(scrub?.value), steps: Number(this.root.dataset.steps) };
  }

  #play() {
    if (!this.handle) {
      this.#pending.play(!this.#pending.playing);
      this.#readout.playing(this.#pending.playing);
      this.#wait();
      return;
    }
    if (this.handle.shown.playing) this.handle.pause();
    else this.handle.play(this.#speed);
    const { playing } = this.handle.shown;
    this.#readout.playing(playing);
    if (!playing) this.#touched(this, true);
  }

  /** @param {HTMLElement} button */
  #faster(button) {
    this.#speed = speeds[(speeds.indexOf(this.#speed) + 1) % speeds.length] ?? 1;
    const text = this.#speed < 1 ? '½×' : `${this.#speed}×`;
    button.textContent = text;
    button.setAttribute('aria-label', (button.getAttribute('aria-label') ?? '').replace(/^\S+/, text));
    if (this.handle?.shown.playing) this.handle.play(this.#speed);
  }

  /**
   * Makes the figure live. Resolves to its handle, or to null when wasm cannot load.
   * @returns {Promise<Handle | null>}
   */
  wake() {
    this.#waking ??= this.#open();
    return this.#waking;
  }

  async #open() {
    try {
      const handle = await openHandle(this.root, this.initial, (...what) => this.#readout.note(...what));
      await idle(100); // somebody may be waiting for it
      handle.onstop = (reason, final) => (final ? this.#giveUp('The live picture has stopped', reason) : this.#readout.note(`That state could not be computed (${reason}); this is the one before it.`));
      handle.onchange = (done) => {
        this.refresh(done);
        this.#touched(this, done);
      };
      const picture = /** @type {HTMLElement} */ (this.#readout.find('.picture'));
      handle.ontooltip = (tooltip) => {
        if (!tooltip) return hideTip();
        const { text, left, top, bottom, above } = tooltip, box = picture.getBoundingClientRect();
        showTip(text, { left: box.left + left, top: box.top + top, bottom: box.top + bottom }, { quiet: true, above });
      };
      handle.attach(picture);
      await breath();
      this.handle = handle;
      this.#catchUp(handle);
      this.#pressed(handle);
      return handle;
    } catch (error) {
      this.#giveUp('The live picture could not be loaded', error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** @param {string} what @param {string} reason */
  #giveUp(what, reason) {
    this.#readout.giveUp(what, reason, () => {
      if (this.handle) this.#pressed = awaitPress(this.root);
      this.handle?.destroy();
      this.handle = this.#waking = null;
      this.#wait();
    });
  }

  /** What the reader did before wasm arrived. @param {Handle} handle */
  #catchUp(handle) {
    this.initial = handle.shown.query;
    this.#settings = handle.shown.settings;
    this.#values = handle.shown.values;
    const refused = this.#pending.apply(handle);
    const worst = refused[0];
    this.#explain(worst?.error ?? '', worst?.key ?? '');
    // The page was built with the table of the first state.
    const { query, playing } = handle.shown;
    this.refresh(query !== this.initial && !playing, worst?.key);
    this.root.dataset.live = '';
    if (this.#byHand && !worst) this.#touched(this, !playing);
  }

  /**
   * Brings everything in HTML up to the scene's state.
   * @param {boolean} done @param {string} [edited] the control in the reader's hand keeps its own text
   */
  refresh(done, edited = '') {
    const { handle } = this;
    if (!handle) return;
    const { shown } = handle, { values } = shown;
    const value = (/** @type {string} */ key) => values[key] ?? '';
    this.#controls.push(...bringLeftOut(this.root, this.#values, values));
    for (const control of this.#controls) {
      const { key } = control.dataset;
      if (key === this.#refused) continue;
      if (key === edited && !done) showOutput(control, value(key));
      else if (!isTyping(control) || key === edited) writeControl(control, value(key));
    }
    offer(this.#controls, value);
    this.#readout.show(shown, { changed: shown.query !== this.initial, hash: this.hash });
    const data = /** @type {HTMLDetailsElement | null} */ (this.#readout.find('details.data'));
    if (data?.open) this.freshTable();
    else if (done) this.#tableSoon();
  }

  /** Behind its fold nobody waits for it. */
  #tableSoon() {
    this.#tableDue ??= idle().then(() => {
      this.#tableDue = null;
      this.freshTable();
    });
  }

  /** The table of the current state. */
  freshTable() {
    const element = /** @type {HTMLTableElement | null} */ (this.#readout.find('details.data table'));
    if (!element) return { columns: [], rows: [] };
    const table = this.handle?.table();
    if (!table) return read(element);
    write(element, table);
    return table;
  }

  /** Parameters by key, as the figure shows them. */
  parameters() {
    return Object.fromEntries(this.#controls.map((control) => {
      const { key } = control.dataset;
      return [key, natural(control, this.handle?.shown.values[key] ?? this.#read(key))];
    }));
  }

  get query() {
    return this.handle?.shown.query ?? this.initial;
  }

  /** The address of the state it shows. */
  get hash() {
    return format(this.id, this.query, this.initial);
  }

  get status() {
    return this.#readout.find('.status')?.textContent ?? '';
  }

  get step() {
    return this.#place().step || 0;
  }

  get steps() {
    return this.#place().steps || 0;
  }

  /** Ends a change by hand: reads the new state aloud. */
  announce() {
    announce(this.status);
    if (this.handle && tried(this.handle.shown, this.#settings)) mark(this.root);
  }

  /** @param {string} key */
  #read(key) {
    const control = this.#controls.find((each) => each.dataset.key === key);
    return control ? readControl(control) : '';
  }

  /** @param {string} error '' when all is well @param {string} key the control at fault */
  #explain(error, key) {
    this.#refused = error ? key : '';
    this.#readout.explain(error, key);
  }
}
