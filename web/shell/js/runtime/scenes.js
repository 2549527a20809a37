// A program of scenes (web/live/bridge.cpp), one for each group of them. It needs nothing of the browser. When it stops
// (it should not), a new one takes its place, and the figures put themselves back where they were.

import { bring, shared } from '../page/arrival.js';
import { dragsVertically, pointedNames, pointers, snapshotNames, stateChanged, texts } from './interface.js';
import { address, compile, instantiate, Program } from './program.js';

/** What answers with an array, by name. @param {string[]} names @param {string} text @returns {any} */
function named(names, text) {
  const all = JSON.parse(text);
  return Object.fromEntries(names.map((name, i) => [name, all[i]]));
}

/** The calls, by figure. All throw Stopped when the program stops. */
export class ScenesProgram extends Program {
  /** @param {boolean} still */
  still(still) {
    this.call('still', still);
  }

  /** @param {string} scene @param {string} query @returns {number} the figure */
  open(scene, query) {
    this.send(scene, query);
    const figure = this.call('open');
    if (figure < 0) throw new Error(this.reply());
    return figure;
  }

  /** @param {number} figure */
  close(figure) {
    this.call('close', figure);
  }

  /** @param {number} figure @param {{metric: string, query: string}[]} questions what its reader has yet to guess */
  seal(figure, questions) {
    this.call('unseal', figure);
    for (const { metric, query } of questions) {
      this.send(metric, query);
      this.call('seal', figure);
    }
  }

  /** @param {number} figure @param {number} sceneWidth @param {number} unit CSS pixels for one unit of the picture */
  resize(figure, sceneWidth, unit) {
    this.call('resize', figure, sceneWidth, unit);
  }

  /** @param {number} figure @param {Record<string, string>} values @returns {string} why not, or '' */
  set(figure, values) {
    this.send(...Object.entries(values).flat());
    return this.call('set', figure) ? '' : this.reply();
  }

  /** @param {number} figure @param {string} query @returns {import('../types').Loaded} */
  load(figure, query) {
    this.send(query);
    const loaded = this.call('load', figure) === 1;
    return { loaded, problem: this.reply() };
  }

  /** @param {number} figure @param {number} step */
  seek(figure, step) {
    this.call('seek', figure, step);
  }

  /** @param {number} figure @param {number} speed 0 pauses */
  play(figure, speed) {
    this.call('play', figure, speed);
  }

  /** @param {number} figure @param {string} part */
  highlight(figure, part) {
    this.send(part);
    this.call('highlight', figure);
  }

  /** @param {number} figure @param {keyof typeof pointers} what @param {number} x @param {number} y @param {boolean} touch */
  pointer(figure, what, x, y, touch) {
    return this.call('pointer', figure, pointers[what], x, y, touch);
  }

  /** @param {number} figure @param {number} now milliseconds */
  tick(figure, now) {
    return this.call('tick', figure, now);
  }

  /** The picture's display list, whether drawing changed the state, and whether something in it is dragged up and down. @param {number} figure */
  draw(figure) {
    const bits = this.call('draw', figure);
    const list = this.bytes(this.call('list'), this.call('list_size'));
    return { list, changed: (bits & stateChanged) !== 0, vertical: (bits & dragsVertically) !== 0 };
  }

  /** Computes and draws it so many times, for tools/bench. @param {number} figure @param {number} times */
  bench(figure, times) {
    this.call('bench', figure, times);
  }

  /** @param {number} figure @returns {import('./interface.js').Snapshot} */
  snapshot(figure) {
    return named(snapshotNames, this.ask(figure, 'snapshot'));
  }

  /** @param {number} figure @returns {import('./interface.js').Pointed} */
  pointed(figure) {
    return named(pointedNames, this.ask(figure, 'pointed'));
  }

  /** @param {number} figure @param {keyof typeof texts} what @param {string[]} about @returns {string} '' where there is none */
  ask(figure, what, ...about) {
    this.send(...about);
    return this.call('ask', figure, texts[what]) ? this.reply() : '';
  }
}

export class Scenes {
  /** Those that are live. @type {Set<import('./live_figure.js').LiveFigure>} */
  figures = new Set();
  #replacing = false;
  #still = false;
  #make;

  /**
   * @param {ScenesProgram} program
   * @param {() => Promise<ScenesProgram>} make another one
   */
  constructor(program, make) {
    this.program = program;
    this.#make = make;
  }

  /** @param {boolean} still the reader prefers reduced motion */
  still(still) {
    this.#still = still;
    if (!this.program.stopped) this.program.still(still);
  }

  /** The program stopped: makes another, and each figure opens itself in it. */
  async replace() {
    if (this.#replacing) return;
    this.#replacing = true;
    console.warn(`A program of scenes stopped and is started again: ${this.program.stopped}`);
    try {
      while (this.program.stopped) {
        this.program = await this.#make();
        this.program.still(this.#still);
        for (const figure of [...this.figures]) {
          if (this.program.stopped) break; // by a figure, which knows; the others come in the next one
          try {
            figure.reopen(this.program);
          } catch (error) {
            figure.fail(error instanceof Error ? error.message : String(error)); // this one alone
          }
        }
      }
    } catch (error) {
      for (const figure of [...this.figures]) figure.fail(String(error));
    } finally {
      this.#replacing = false;
    }
  }
}

/** @type {Map<string, ReturnType<typeof shared<Scenes, []>>>} */
const loaded = new Map();

/**
 * The program of a group, once per page; rejects when it cannot load, and then tries again when asked again.
 * @param {string} group @param {() => void} [stalled] it does not arrive, and is fetched again
 */
export function scenesOf(group, stalled) {
  const scenes = loaded.get(group) ?? shared((stalled) => load(group, stalled));
  loaded.set(group, scenes);
  return scenes(stalled);
}

/** @param {string} group @param {() => void} stalled */
async function load(group, stalled) {
  const path = (document.documentElement.dataset.scenes ?? '').split(' ').find((each) => each.startsWith(`${group}=`));
  if (!path) throw new Error(`the page names no program for the scenes of '${group}'`);
  const compiled = await bring((heard, how) => compile(address(path.slice(group.length + 1)), heard, how), stalled);
  const make = async () => new ScenesProgram(await instantiate(compiled));
  return new Scenes(await make(), make);
}
