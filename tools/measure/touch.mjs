// What a phone has to do after the reader's first touch, when figures become live; Lighthouse no longer looks there. A
// tap on a slider, a page scrolled by a finger, then a drag of that slider, on a processor four times slower, at 390
// px, with a bare page for comparison. Each round visits all pages, so that a busy spell of the machine affects all of
// them. On a machine that others use, TIME=processor counts the processor's time instead, times four: it leaves out the
// time for which a task waits.
import { loadavg } from 'node:os';

import { launch } from '../../tests/browser/pages.mjs';
import { build } from '../../tests/site.mjs';
import { addBarePage, lessons, middleAndWorst } from './pages.mjs';
import { progress } from './progress.mjs';
import { host } from './static.mjs';

const slower = 4;
const processor = process.env.TIME === 'processor';
const observed_ms = 6000;
const screen = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page, before its own scripts: writes down what it does. */
function observe() {
  /** @type {{start: number, ms: number}[]} */
  const tasks = [];
  /** @type {{start: number, ms: number}[]} */
  const events = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) events.push({ start: startTime, ms: duration });
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  // The browser does not time a finger's moves, so this measures from each move to the end of the frame that shows it.
  const channel = new MessageChannel();
  /** @type {number[]} */
  const moves = [];
  channel.port1.onmessage = () => {
    for (const start of moves.splice(0)) events.push({ start, ms: performance.now() - start });
  };
  addEventListener('touchmove', ({ timeStamp }) => {
    moves.push(timeStamp);
    requestAnimationFrame(() => channel.port2.postMessage(null));
  }, { capture: true, passive: true });
  /** First touch, tap on a slider, its first answer, its figure's first live picture. @type {Record<string, number>} */
  const moments = {};
  addEventListener('touchstart', ({ timeStamp, target }) => {
    moments.touch ??= timeStamp;
    if (target instanceof HTMLInputElement) moments.tap ??= timeStamp;
  }, { capture: true, passive: true });
  addEventListener('input', () => requestAnimationFrame(() => (moments.answer ??= performance.now())), { capture: true });
  /** @type {Map<string, number>} */
  const live = new Map();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const { id } = /** @type {Element} */ (target);
      if (!live.has(id)) live.set(id, performance.now());
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-frames'] });
  Object.assign(window, { observed: { tasks, events, moments, live } });
}

/** A figure's slider, or the bare page's: the one that was found before, if any. Its figure's id, and where it is when it can be touched. */
function sliderInSight() {
  const found = document.querySelector('[data-measured]');
  for (const slider of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(found ? '[data-measured]' : ':is(figure.scene .control, body > main > p) input[type=range]'))) {
    if (!slider.checkVisibility({ contentVisibilityAuto: true })) continue; // to measure it would lay it out
    const { left, top, width, height } = slider.getBoundingClientRect();
    const y = top + height / 2, hit = document.elementFromPoint(left + width / 2, y);
    if (!width || hit !== slider) continue;
    slider.dataset.measured = '';
    // Where a tap changes it.
    const far = Number(slider.value) > (Number(slider.min) + Number(slider.max || 100)) / 2 ? 0.3 : 0.7;
    return { figure: slider.closest('figure')?.id ?? '', left, width, y, far };
  }
  return null;
}

/** @param {any} page */
async function fingerOf(page) {
  const client = await page.createCDPSession();
  const touch = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ ...touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    /** @param {number} x @param {number} y */
    async tap(x, y) {
      await touch('touchStart', { x, y });
      await touch('touchEnd');
    },
    /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} steps */
    async drag(from, to, steps) {
      await touch('touchStart', from);
      for (let step = 1; step <= steps; ++step) {
        await pause(32);
        await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps });
      }
      await touch('touchEnd');
    },
  };
}

/**
 * Begins to watch the tasks of the page's main thread. What it returns ends that, and has their times in milliseconds, where
 * `start` is on the page's own clock.
 * @param {any} page
 */
async function watchTasks(page) {
  const client = await page.createCDPSession();
  /** @type {any[]} */
  const events = [];
  client.on('Tracing.dataCollected', (/** @type {any} */ { value }) => events.push(...value));
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', '__metadata'], excludedCategories: ['*'] } });
  const marked = await page.evaluate(() => performance.mark('watched').startTime);
  return async () => {
    const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
    await client.send('Tracing.end');
    await complete;
    const mark = events.find(({ name }) => name === 'watched');
    return events
      .filter(({ name, ph, pid, tid, tdur }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask' && pid === mark.pid && tid === mark.tid && tdur)
      .map(({ ts, tdur }) => ({ start: marked + (ts - mark.ts) / 1000, ms: tdur / 1000 }));
  };
}

/** @param {any} page @param {Awaited<ReturnType<typeof fingerOf>>} finger */
async function tapASlider(page, finger) {
  for (let swipe = 0; swipe < 40; ++swipe) {
    const slider = await page.evaluate(sliderInSight);
    if (slider) {
      await finger.tap(slider.left + slider.far * slider.width, slider.y);
      return slider;
    }
    await finger.drag({ x: 15, y: 700 }, { x: 15, y: 250 }, 8);
    await pause(500); // the page rolls on
  }
  throw new Error(`no slider on ${page.url()}`);
}

/**
 * One visit. All in milliseconds.
 * @param {string} address @param {(page: any) => Promise<() => Promise<void>>} [trace] for who looks for causes: begins, and returns what ends
 */
export async function visit(address, trace) {
  const browser = await launch(['--touch-events=enabled']);
  const page = await browser.newPage();
  await page.setViewport(screen);
  if (!processor) await page.emulateCPUThrottling(slower);
  await page.evaluateOnNewDocument(observe);
  await page.goto(address, { waitUntil: 'networkidle0' });
  await pause(1500);
  const traced = await trace?.(page);
  const watched = processor && !trace ? await watchTasks(page) : null;

  const finger = await fingerOf(page);
  const { figure } = await tapASlider(page, finger);
  await pause(observed_ms / 4);
  for (const [from, to] of [[650, 350], [350, 650]]) await finger.drag({ x: 15, y: from }, { x: 15, y: to }, 8);
  await pause(observed_ms * 0.75);
  /** @type {{tasks: {start: number, ms: number}[], moments: Record<string, number>, live: [string, number][], now: number}} */
  const after = await page.evaluate(() => {
    const { tasks, moments, live } = /** @type {any} */ (window).observed;
    return { tasks, moments, live: [...live], now: performance.now() };
  });

  // If it has rolled out of sight, it is scrolled back.
  await page.evaluate(() => document.querySelector('[data-measured]')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await pause(500);
  const slider = await page.evaluate(sliderInSight);
  if (!slider) throw new Error(`the slider on ${address} is out of sight`);
  const at = (/** @type {number} */ share) => ({ x: slider.left + share * slider.width, y: slider.y });
  await page.evaluate(() => {
    Object.assign(window, { inputs: 0 });
    addEventListener('input', () => ++(/** @type {any} */ (window).inputs), { capture: true });
  });
  await finger.drag(at(0.1), at(0.9), 20);
  await pause(1000);
  /** @type {{events: {start: number, ms: number}[], inputs: number}} */
  const dragged = await page.evaluate(() => ({ events: /** @type {any} */ (window).observed.events, inputs: /** @type {any} */ (window).inputs }));
  if (dragged.inputs < 2) throw new Error(`the drag on ${address} moved nothing`);
  if (watched) {
    const all = (await watched()).map(({ start, ms }) => ({ start, ms: slower * ms }));
    after.tasks = all.filter(({ start, ms }) => start < after.now && ms > 50);
    dragged.events = all; // for want of better, each frame's task
  }
  await traced?.();
  await browser.close();

  const { touch, tap, answer } = after.moments;
  const tasks = after.tasks.filter(({ start, ms }) => start + ms > touch);
  const first = after.live.find(([id]) => id === figure)?.[1] ?? NaN;
  return {
    figure: slider.figure,
    blocking: tasks.reduce((sum, { ms }) => sum + ms - 50, 0),
    longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
    worst: Math.max(0, ...dragged.events.filter(({ start }) => start > after.now).map(({ ms }) => ms)),
    answer: answer - tap,
    live: Math.max(0, first - tap), // it may have come before
  };
}

/** @param {import('./main.mjs').Effort} effort @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure({ smallest }) {
  const site = build('--compress');
  addBarePage(site);
  const { address, stop } = await host(site);
  const runs = smallest ? 1 : Number(process.env.RUNS ?? 5);
  const paths = smallest ? ['/bare/'] : ['/bare/', ...lessons];
  const say = progress('touch', runs * paths.length);
  /** @type {Map<string, Awaited<ReturnType<typeof visit>>[]>} */
  const visits = new Map(paths.map((path) => [path, []]));
  for (let i = 0; i < runs; ++i)
    for (const path of paths) {
      say(path);
      visits.get(path)?.push(await visit(address + path));
    }
  stop();

  const rows = [{ what: `median and worst of ${runs} runs`, value: `load ${loadavg()[0].toFixed(1)}` }];
  if (processor) rows[0].what += ", of the processor's time";
  for (const [path, list] of visits) {
    const bare = path === '/bare/';
    rows.push({ what: `${path} ${list[0].figure}`, value: '' });
    for (const [what, name, budget] of /** @type {const} */ ([
      ['blocking', 'blocking', '≤ 150 ms'],
      ['longest task', 'longest', '≤ 80 ms'],
      ["a drag's worst event", 'worst', '≤ 100 ms'],
      ["tap to the control's answer", 'answer', ''],
      ['tap to its live picture', 'live', ''],
    ])) {
      if (bare && name === 'live') continue;
      const [middle, worst] = middleAndWorst(list.map((each) => each[name]), 'high');
      rows.push({ what: `  ${what}`, value: `${Math.round(middle)} ms, ${Math.round(worst)} ms`, ...(bare || !budget ? {} : { budget }) });
    }
  }
  return rows;
}
