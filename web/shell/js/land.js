// Links lead to exact places although what is far away has only about its height until it is near: whoever follows one
// is brought there again once everything around has been laid out, unless the reader is on the way elsewhere.

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const turns = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

/** Once the page has come to rest. */
async function still() {
  const rest_frames = 6, most_frames = 240;
  for (let rested = 0, i = 0, last = NaN; rested < rest_frames && i < most_frames; ++i) {
    await frame();
    rested = scrollY === last ? rested + 1 : 0;
    last = scrollY;
  }
}

let latest = 0;

/** @param {() => void} go scrolls to the place at once; nothing where the page is there already */
export async function land(go) {
  const mine = ++latest;
  let free = true;
  const turn = () => (free = false);
  for (const kind of turns) addEventListener(kind, turn, { passive: true });
  for (let tries = 0, there = 0; tries < 8 && there < 2; ++tries) {
    await still();
    const before = scrollY;
    free &&= mine === latest;
    if (free) go();
    if (!free) break;
    there = Math.abs(scrollY - before) < 1 ? there + 1 : 0;
  }
  for (const kind of turns) removeEventListener(kind, turn);
}
