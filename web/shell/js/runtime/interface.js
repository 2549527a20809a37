// What scripts and programs know of each other. Written from web/program/interface.def by tools/assets: change that.

/**
 * What each function of the programs is called with.
 * @typedef {{
 *   input: [size: number],
 *   reply: [],
 *   reply_size: [],
 *   still: [still: boolean],
 *   open: [],
 *   close: [figure: number],
 *   seal: [figure: number],
 *   unseal: [figure: number],
 *   resize: [figure: number, sceneWidth: number, unitPx: number],
 *   set: [figure: number],
 *   load: [figure: number],
 *   seek: [figure: number, step: number],
 *   play: [figure: number, speed: number],
 *   highlight: [figure: number],
 *   pointer: [figure: number, what: number, x: number, y: number, touch: boolean],
 *   tick: [figure: number, nowMs: number],
 *   draw: [figure: number],
 *   list: [],
 *   list_size: [],
 *   ask: [figure: number, what: number],
 *   bench: [figure: number, times: number],
 *   font: [face: number],
 *   theme: [],
 *   start: [],
 *   lose: [],
 *   restore: [],
 *   paint: [scale: number, width: number, height: number],
 *   begin: [],
 *   go: [steps: number],
 *   progress: [what: number],
 *   end: [],
 * }} Calls
 */

export const wantsTick = 1;
export const pictureChanged = 2;
export const stateChanged = 4;
export const dragsVertically = 8;

/** What happened to the pointer. */
export const pointers = {
  move: 0,
  down: 1,
  leave: 2,
};

/** Texts that ask answers. */
export const texts = {
  snapshot: 0,
  pointed: 1,
  table: 2,
  predict: 3,
  svg: 4,
};

/**
 * What the page shows of a figure.
 * @typedef {{
 *   query: string,
 *   settings: string,
 *   status: string,
 *   leftOut: string,
 *   steps: number,
 *   step: number,
 *   playing: boolean,
 *   sealed: number,
 *   narrowHeight: number,
 *   wideHeight: number,
 *   values: Record<string, string>,
 *   presets: boolean[],
 * }} Snapshot
 */
export const snapshotNames = ['query', 'settings', 'status', 'leftOut', 'steps', 'step', 'playing', 'sealed', 'narrowHeight', 'wideHeight', 'values', 'presets'];

/**
 * What the pointer is over.
 * @typedef {{
 *   cursor: number,
 *   dragging: boolean,
 *   tooltip: string,
 *   x: number,
 *   y: number,
 *   width: number,
 *   height: number,
 * }} Pointed
 */
export const pointedNames = ['cursor', 'dragging', 'tooltip', 'x', 'y', 'width', 'height'];

/** How far a run is: numbers that progress answers. */
export const progress = {
  steps: 0,
  mostSteps: 1,
  blocksDone: 2,
  blocks: 3,
};

/** What CSS calls the cursors of Pointed. */
export const cursors = ['', 'pointer', 'ew-resize', 'ns-resize', 'grab'];

/** Of pictures, in their units. */
export const widths = {
  narrow: 340,
  wide: 760,
};

/** The roles of colors, as the style sheets name them; the first is never drawn. */
export const roles = [
  '',
  'ink',
  'muted',
  'grid',
  'surface',
  'page',
  'lane',
  'data',
  'compute',
  'wait',
  'waste',
  'bad',
  'good',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];
