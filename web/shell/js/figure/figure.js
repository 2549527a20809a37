// One figure: its HTML controls, timeline, sentence, table and links on one side, a live scene on the other.
// Until wasm has arrived the reader's wishes wait in a queue; a refused value is explained, and the last
// good state stays.

import { controlOf, controlsOf, isTyping, natural, offer, readControl, showOutput, stepOver, writeControl } from './controls.js';
import { Readout } from './readout.js';
import { breath, idle } from '../page/idle.js';
import { inPlace } from '../page/in_place.js';
import { fields, format, query as queryOf, withStep } from '../page/address.js';
import { mark, tried } from '../memory/progress.js';
import { awaitPress } from './early_drag.js';
import { Pending } from './pending.js';
import { openHandle } from './runtime_loader.js';
import { loadAddress } from './partial_address.js';
import { announce } from '../page/announce.js';
import { read, write } from './table.js';
import { hideTip, showTip } from '../page/tooltip.js';

/** @typedef {import('../types').Handle} Handle */
/** @typedef {import('./controls.js').Control} Control */

/**
 * @typedef {(figure: Figure, done: boolean) => void} Touched the reader changed the figure; `done` is false
 * while a drag or a run of the timeline goes on
 */

/** A text of many lines is pasted whole. @param {Event} event */
const isPaste = (event) => event.target instanceof HTMLTextAreaElement && event instanceof InputEvent && event.inputType === 'insertFromPaste';

/** What the button goes through. */
const speeds = [1, 2, 0.5];

/** After the last key: what was typed is then taken for a whole text. */
const typing_ms = 500;

export class Figure {
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
    this.initial = withStep(root.dataset.query ?? '', root.dataset.step);
    this.#listen();
    this.#readout.presets(fields(this.initial), (key) => this.#read(key));
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
      let error = this.#change(handle, key, text);
      if (error && stepOver(control, handle.value(key), (next) => !handle.set(key, next))) error = '';
      this.#explain(error, error ? key : '');
      if (error) return;
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
   * the others that wait in their fields because they were refused.
   * @param {Handle} handle @param {string} key @param {string} text @returns {string} what is wrong
   */
  #change(handle, key, text) {
    const wrong = handle.set(key, text);
    const waiting = this.#controls.filter(
      (each) => each.classList.contains('text') && each.dataset.key !== key && readControl(each) !== handle.value(each.dataset.key),
    );
    if (!wrong || !waiting.length) return wrong;
    const all = fields(handle.query()).set(key, text);
    for (const each of waiting) all.set(each.dataset.key, readControl(each));
    all.delete('step');
    const [step, steps] = [handle.step(), handle.steps()];
    const still = handle.load(queryOf(all));
    // As a change of one value does: see State in web/scene/scene.hpp.
    if (!still) handle.seek(step > 0 && step < steps ? Math.min(step, handle.steps()) : handle.steps());
    return still;
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
      const result = loadAddress(handle, query);
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
      ? { step: this.handle.step(), steps: this.handle.steps() }
      : { step: Number(scrub?.value), steps: Number(this.root.dataset.steps) };
  }

  #play() {
    if (!this.handle) {
      this.#pending.play(!this.#pending.playing);
      this.#readout.playing(this.#pending.playing);
      this.#wait();
      return;
    }
    if (this.handle.playing) this.handle.pause();
    else this.handle.play(this.#speed);
    this.#readout.playing(this.handle.playing);
    if (!this.handle.playing) this.#touched(this, true);
  }

  /** @param {HTMLElement} button */
  #faster(button) {
    this.#speed = speeds[(speeds.indexOf(this.#speed) + 1) % speeds.length] ?? 1;
    const text = this.#speed < 1 ? '½×' : `${this.#speed}×`;
    button.textContent = text;
    button.setAttribute('aria-label', (button.getAttribute('aria-label') ?? '').replace(/^\S+/, text));
    if (this.handle?.playing) this.handle.play(this.#speed);
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
        const box = picture.getBoundingClientRect();
        const y = box.top + tooltip.y;
        showTip(tooltip.text, { left: box.left + tooltip.x, top: y, bottom: y + 8 }, { quiet: true });
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
    this.initial = handle.query();
    const refused = this.#pending.apply(handle);
    const worst = refused[0];
    this.#explain(worst?.error ?? '', worst?.key ?? '');
    // The page was built with the table of the first state.
    const changed = handle.query() !== this.initial || handle.step() !== Number(this.root.dataset.step);
    this.refresh(changed && !handle.playing, worst?.key);
    this.root.dataset.live = '';
    if (this.#byHand && !worst) this.#touched(this, !handle.playing);
  }

  /**
   * Brings everything in HTML up to the scene's state.
   * @param {boolean} done @param {string} [edited] the control in the reader's hand keeps its own text
   */
  refresh(done, edited = '') {
    const { handle } = this;
    if (!handle) return;
    for (const control of this.#controls) {
      const { key } = control.dataset;
      const text = handle.value(key);
      if (key === this.#refused) continue;
      if (key === edited && !done) showOutput(control, text);
      else if (!isTyping(control) || key === edited) writeControl(control, text);
    }
    offer(this.#controls, (key) => handle.value(key));
    this.#readout.leftOut(() => handle.leftOut());
    this.#readout.step(handle.step(), handle.steps());
    this.#readout.playing(handle.playing);
    this.#readout.status(handle.status());
    const query = handle.query();
    this.#readout.find('.permalink')?.setAttribute('href', format(this.id, query, this.initial));
    this.#readout.presets(fields(query), (key) => handle.value(key));
    this.#readout.changed(query !== this.initial);
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
      return [key, natural(control, this.handle?.value(key) ?? this.#read(key))];
    }));
  }

  get query() {
    return this.handle ? this.handle.query() : this.initial;
  }

  /** The address of the state it shows. */
  get hash() {
    return format(this.id, this.query, this.initial);
  }

  get status() {
    return this.#readout.find('.status')?.textContent ?? '';
  }

  get steps() {
    return this.#place().steps || 0;
  }

  /** Ends a change by hand: reads the new state aloud. */
  announce() {
    announce(this.status);
    const { query, initial } = this;
    if (this.handle && tried({ query, initial, ...this.#place() })) mark(this.root);
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
