// What loom.js and the lazily loaded runtime.js agree on. Numbers and sentences come from wasm only.

/** `unit`: of its numbers, where the name does not have it. */
export interface Column {
  name: string;
  number: boolean;
  unit?: string;
}

/** What the page shows, and the number behind it: null in a column of numbers where there is none. */
export interface Cell {
  shown: string;
  value?: number | null;
}

export interface Table {
  columns: Column[];
  rows: Cell[][];
}

export interface Tooltip {
  text: string;
  x: number; // CSS px from the picture element's top left corner
  y: number;
}

/** Whether a state could be loaded, and what of it was refused. */
export interface Loaded {
  loaded: boolean;
  problem: string;
}

/** One live scene. What a prediction asks for, it keeps to itself until that is answered: sentence, table and picture. */
export interface Handle {
  /** The state as it was after the last change. Queries are for the program alone: the page hands them on. */
  readonly shown: import('./runtime/interface').Snapshot;
  /** Sets parameters, all or none; returns why they were refused, or ''. The last good state stays. */
  set(values: Record<string, string>): string;
  /** Defaults plus `query` ("stride=2&step=3"), without the parts that are refused. When nothing is left, the last good state stays. */
  load(query: string): Loaded;
  seek(step: number): void;
  /** Speed 2: in half the time. */
  play(speed?: number): void;
  pause(): void;
  /** Null when there is nobody to ask: the page's own table stands. */
  table(): Table | null;
  /** The picture as it is now, as wide as it is shown; '' when there is nobody to ask. */
  svg(): string;
  /** Compares a guess with the simulator's answer for the current state, as a sentence. */
  predict(metric: string, guess: number): string;
  /** Puts the live picture exactly over the built-in one. */
  attach(picture: HTMLElement): void;
  /** A press that began on the still picture goes on in the live one: where the pointer went down, and where it is. */
  takePress(first: PointerEvent, last: PointerEvent): void;
  /** Lights up a part of the picture; '' for none. */
  highlight(part: string): void;
  /** After a pointer action or a move of the timeline; `done` is false while it goes on. */
  onchange: ((done: boolean) => void) | null;
  ontooltip: ((tooltip: Tooltip | null) => void) | null;
  /** The program stopped over this figure again: it is back where it last was well, or (`final`) at its end. */
  onstop: ((reason: string, final: boolean) => void) | null;
  /** Something befell the picture, in words for its reader; `again`: what the reader may try. Answers what to call when it is over. */
  onnote: ((text: string, again?: () => void) => () => void) | null;
  destroy(): void;
}

export interface Runtime {
  /** Rejects when the group's program cannot load, the scene is unknown, or the query is refused; `stalled`: it is fetched again. */
  open(group: string, scene: string, query: string, stalled?: () => void): Promise<Handle>;
}

export interface RuntimeModule {
  /** Once per page. */
  loadRuntime(first?: string): Promise<Runtime>;
}
