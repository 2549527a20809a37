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
 *   count: [figure: number, what: number, argument: number],
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

/** What happened to the pointer. */
export const pointers = {
  move: 0,
  down: 1,
  leave: 2,
};

/** Numbers that count answers. */
export const counts = {
  steps: 0,
  step: 1,
  playing: 2,
  height: 3,
  cursor: 4,
  dragging: 5,
  dragsVertically: 6,
  hotX: 7,
  hotY: 8,
  hotWidth: 9,
  hotHeight: 10,
  sealed: 11,
};

/** Texts that ask answers. */
export const texts = {
  status: 0,
  table: 1,
  query: 2,
  value: 3,
  tooltip: 4,
  predict: 5,
  svg: 6,
  leftOut: 7,
};

/** How far a run is: numbers that progress answers. */
export const progress = {
  steps: 0,
  mostSteps: 1,
  blocksDone: 2,
  blocks: 3,
};

/** What CSS calls the cursors that counts.cursor answers. */
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
