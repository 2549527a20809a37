// One live figure: what it shows is asked of its group's program of scenes once after each change, and drawn by its Picture.
// When the program stops, the last answer stands until another one is there; then the figure is put back into its state. If that stops
// the program again, it goes back to what it last drew, and says why; if even that does, it is still from then on.

import { pictureChanged, stateChanged, wantsTick } from './interface.js';
import { Picture } from './picture.js';
import { Stopped } from './program.js';
import { Seal } from './seal.js';

/** @typedef {import('./scenes.js').Scenes} Scenes */
/** @typedef {import('./scenes.js').ScenesProgram} ScenesProgram */
/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('../types').Handle} Handle */
/** @typedef {import('../types').Tooltip} Tooltip */
/** @typedef {import('./interface.js').Snapshot} Snapshot */
/** @typedef {import('./interface.js').Pointed} Pointed */

/** @implements {Handle} */
export class LiveFigure {
  /** @type {((done: boolean) => void) | null} */
  onchange = null;
  /** @type {((tooltip: Tooltip | null) => void) | null} */
  ontooltip = null;
  /** @type {(() => void) | null} */
  onpaint = null;
  /** @type {((reason: string, final: boolean) => void) | null} */
  onstop = null;
  /** @type {Handle['onnote']} */
  onnote = null;

  /** @type {Picture | null} */
  #picture = null;
  /** @type {Seal | null} */
  #seal = null;
  #awake = false;
  #stale = true;
  #part = '';
  #number;
  #group;
  #scene;
  /** The query of the state as it was last drawn. */
  #drawn;
  /** What was just being done. @type {((program: ScenesProgram) => void) | null} */
  #doing = null;
  #stops = 0;
  #reason = '';
  #over = false;
  /** Takes back what was said of the picture. @type {(() => void) | null} */
  #unsay = null;

  /**
   * Throws when the scene is unknown or the query refused.
   * @param {Scenes} group @param {Canvas | null} canvas @param {string} scene @param {string} query
   * @param {() => void} awake something may have to be drawn
   */
  constructor(group, canvas, scene, query, awake) {
    this.#group = group;
    this.#scene = scene;
    this.canvas = canvas;
    this.awake = awake;
    this.#number = group.program.open(scene, query);
    /** What the page shows of it. @type {Snapshot} */
    this.shown = group.program.snapshot(this.#number);
    /** What the pointer is over. @type {Pointed} */
    this.pointed = group.program.pointed(this.#number);
    this.#drawn = this.shown.query;
    group.figures.add(this);
  }

  // --- The program ----------------------------------------------------------------------------------

  /** @template T @param {() => T} what @param {T} otherwise when the program has stopped, or does so now @returns {T} */
  #try(what, otherwise) {
    if (this.#over) return otherwise;
    const running = !this.#group.program.stopped;
    try {
      return what();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.#reason = error.message;
      if (running) this.#stops += 1;
      void this.#group.replace();
      return otherwise;
    }
  }

  /**
   * A change of the state, made again in another program when this one stops over it.
   * @template T @param {(program: ScenesProgram) => T} change @param {T} otherwise @returns {T}
   */
  #change(change, otherwise) {
    this.#doing = change;
    const result = this.#try(() => {
      const { program } = this.#group;
      const answer = change(program);
      this.#look(program);
      this.#doing = null;
      return answer;
    }, otherwise);
    this.#moved();
    return result;
  }

  /** Another program has taken the place of the one that stopped. @param {ScenesProgram} program */
  reopen(program) {
    const [before, doing, reason] = [this.shown.query, this.#doing, this.#reason];
    this.#doing = null;
    if (this.#stops > 2) return this.fail(reason);
    this.#try(() => {
      this.#number = program.open(this.#scene, this.#drawn);
      this.#picture?.tell();
      this.#seal?.tell();
      program.highlight(this.#number, this.#part);
      if (this.#stops < 2) {
        if (before !== this.#drawn) program.load(this.#number, before);
        doing?.(program);
      }
      this.#look(program);
    }, undefined);
    if (program.stopped) return;
    if (this.#stops === 2) this.onstop?.(reason, false);
    this.#moved();
    this.onchange?.(true);
  }

  /** There is no going on. @param {string} reason */
  fail(reason) {
    this.#over = true;
    this.#group.figures.delete(this);
    this.onstop?.(reason, true);
  }

  // --- State: see Handle in types.d.ts --------------------------------------------------------------

  /** @param {Record<string, string>} values */
  set(values) {
    return this.#change((program) => program.set(this.#number, values), '');
  }

  /** @param {string} query */
  load(query) {
    return this.#change((program) => program.load(this.#number, query), { loaded: true, problem: '' });
  }

  /** @param {number} step */
  seek(step) {
    this.#change((program) => program.seek(this.#number, step), undefined);
  }

  play(speed = 1) {
    this.#change((program) => program.play(this.#number, speed), undefined);
  }

  pause() {
    if (this.shown.playing) this.#change((program) => program.play(this.#number, 0), undefined);
  }

  /** @param {Parameters<ScenesProgram['ask']>[1]} what @param {string[]} about @returns {string} '' while there is nobody to ask */
  ask(what, ...about) {
    return this.#try(() => this.#group.program.ask(this.#number, what, ...about), '');
  }

  /** @returns {import('../types').Table | null} */
  table() {
    const text = this.ask('table');
    return text ? JSON.parse(text) : null;
  }

  /** @param {string} metric @param {number} guess */
  predict(metric, guess) {
    return this.ask('predict', metric, String(guess));
  }

  /** What its reader has yet to guess. @param {{metric: string, query: string}[]} questions */
  seal(questions) {
    this.#try(() => {
      this.#group.program.seal(this.#number, questions);
      this.#look(this.#group.program);
    }, undefined);
    this.wake();
  }

  /** @param {string} part */
  highlight(part) {
    this.#part = part;
    this.#try(() => this.#group.program.highlight(this.#number, part), undefined);
    this.wake();
  }

  get part() {
    return this.#part;
  }

  /** @param {'move' | 'down' | 'leave'} what @param {number} x @param {number} y @param {boolean} touch */
  pointer(what, x, y, touch) {
    const bits = this.#try(() => this.#group.program.pointer(this.#number, what, x, y, touch), 0);
    this.point();
    if (bits & pictureChanged) this.wake();
    return bits;
  }

  /** What lies under the pointer may be another thing. */
  point() {
    this.#try(() => void (this.pointed = this.#group.program.pointed(this.#number)), undefined);
  }

  /** @param {number} sceneWidth @param {number} unit */
  resize(sceneWidth, unit) {
    this.#try(() => this.#group.program.resize(this.#number, sceneWidth, unit), undefined);
  }

  /** A pointer or time changed the state. @param {() => boolean} done asked of the new state */
  changed(done) {
    this.#try(() => this.#look(this.#group.program), undefined);
    this.#moved();
    this.onchange?.(done());
  }

  /** Asks what it shows now. @param {ScenesProgram} program */
  #look(program) {
    this.shown = program.snapshot(this.#number);
  }

  /** The state changed: so may the sentence and the room that the picture needs. */
  #moved() {
    this.#seal?.look();
    this.#picture?.refit();
    this.wake();
  }

  destroy() {
    this.#picture?.remove();
    this.#picture = null;
    this.#seal?.remove();
    this.#try(() => this.#group.program.close(this.#number), undefined);
    this.#group.figures.delete(this);
    this.#over = true;
  }

  /**
   * Milliseconds for computing the scene and its display list once, averaged over each of several short runs; for
   * tools/bench. What the worker then takes to draw it is not in it.
   */
  async bench(runs = 25, times = 5) {
    const results = [];
    for (let i = 0; i < runs; ++i) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const start = performance.now();
      this.#group.program.bench(this.#number, times);
      results.push((performance.now() - start) / times);
    }
    return results;
  }

  // --- Picture --------------------------------------------------------------------------------------

  /** @param {HTMLElement} element */
  attach(element) {
    this.#seal = new Seal(this, element);
    this.#picture = new Picture(this, element);
  }

  /** @param {PointerEvent} first @param {PointerEvent} last */
  takePress(first, last) {
    this.#picture?.takePress(first, last);
  }

  /** Something may have changed: looks at the next frame. */
  wake() {
    this.#awake = true;
    if (this.#picture?.visible) this.awake();
  }

  /** The same picture looks different: another theme, another canvas. */
  repaint() {
    this.#stale = true;
    this.wake();
  }

  /** What drew the picture has ended. @param {boolean} another whether something else will draw it */
  lost(another) {
    this.#picture?.renew();
    if (!this.#picture?.visible) return;
    this.#unsay = (another
      ? this.onnote?.('The program that draws this picture has stopped. It is being started again.')
      : this.onnote?.('The program that draws this picture keeps stopping. A simpler one draws it now.', () => this.canvas?.restart())) ?? null;
  }

  /** The worker has drawn the picture. */
  found() {
    this.#unsay?.();
    this.#unsay = null;
  }

  measure() {
    this.#picture?.measure();
  }

  print() {
    this.#picture?.print();
  }

  svg() {
    return this.#picture?.svg() ?? '';
  }

  /** The picture's display list. Null while there is nobody to draw it. */
  draw() {
    const drawn = this.#try(() => this.#group.program.draw(this.#number), null);
    if (drawn && !this.#group.program.stopped) {
      this.#drawn = this.shown.query;
      this.#stops = 0;
      this.onpaint?.();
    }
    return drawn;
  }

  /** @param {number} now */
  frame(now) {
    if (!this.#awake || !this.#picture?.visible) return;
    const bits = this.#try(() => this.#group.program.tick(this.#number, now), 0);
    this.#awake = (bits & wantsTick) !== 0;
    if (bits & pictureChanged || this.#stale) this.#picture.paint();
    this.#stale = false;
    if (bits & stateChanged) this.changed(() => !this.shown.playing);
    if (this.#awake) this.awake();
  }
}
