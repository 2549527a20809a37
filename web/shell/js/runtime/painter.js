// The worker that draws the live figures' pictures (runtime/stage.js), beside the page. See runtime/canvas.js for its other side.

import { openWindow, Stage } from './stage.js';

/** @typedef {import('./stage.js').Request} Request */
/** @typedef {import('./stage.js').Answer} Answer */

/** @type {Stage | null} */
let stage = null;

/** @param {Answer} answer */
const answer = (answer) => postMessage(answer);

/** The page then starts another worker. @param {unknown} error */
const ended = (error) => answer({ kind: 'ended', reason: error instanceof Error ? error.message : String(error) });

/** Nothing is fetched without WebGL. @param {Extract<Request, {kind: 'start'}>} request */
async function start({ glue, wasm, fonts, theme }) {
  try {
    const window = openWindow();
    if (window) {
      stage = new Stage(window, theme, (drawing) => answer({ kind: 'drawing', drawing }), ended);
      await stage.start(glue, wasm, fonts, () => answer({ kind: 'alive' }));
    }
    answer({ kind: 'drawing', drawing: stage?.drawing ?? false });
  } catch (error) {
    ended(error);
  }
}

/** A picture is seen with the next frame. @param {number} surface @param {boolean} drawn */
function drawn(surface, drawn) {
  const tell = () => answer({ kind: 'drawn', surface, drawn });
  if (drawn && 'requestAnimationFrame' in self) requestAnimationFrame(tell);
  else tell();
}

addEventListener('message', ({ data }) => {
  const request = /** @type {Request} */ (data);
  switch (request.kind) {
    case 'start':
      return void start(request);
    case 'ping':
      return answer({ kind: 'alive' });
    case 'theme':
      return stage?.recolor(request.theme);
    case 'adopt':
      return stage?.adopt(request.surface, request.canvas);
    case 'release':
      return stage?.release(request.surface);
    case 'clear':
      return stage?.clear(request.surface);
    case 'draw':
      return drawn(request.surface, stage?.draw(request.surface, request.list, request.scale, request.width, request.height) ?? false);
  }
});
