// /attention in three browsers, and a model's config.json that is pasted into a figure.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../site.mjs';
import { chromium, firefox, live, open, webkit } from './browsers.mjs';

const { address, stop } = await serve();
after(stop);

const config = JSON.stringify({ num_hidden_layers: 36, num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, hidden_size: 4096, intermediate_size: 12288, vocab_size: 151936, rope_theta: 1e6 }, null, 2);
const sentence = /^Your model keeps 144 KiB of every token/; // 2 · 36 layers · 8 heads · 128 · 2 bytes

/** Pastes into the figure's text as a reader does. @param {string} text */
const paste = (text) => `{ const field = document.querySelector('#kv-cache textarea'); field.value = ${JSON.stringify(text)};
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true })); }`;
const said = `document.querySelector('#kv-cache .status').textContent`;

for (const [name, launch] of /** @type {[string, () => Promise<any>][]} */ ([['Chromium', chromium], ['Firefox', firefox]]))
  test(`${name}: a pasted config.json is the figure's model`, async () => {
    const { page, complaints } = await open(await launch(), `${address}/attention/#kv-cache?model=own`);
    await live(page, 'kv-cache');
    await page.waitForSelector('#kv-cache textarea');
    await page.evaluate(paste(config));
    await page.waitForFunction(`${sentence}.test(${said})`, { timeout: 20000 });
    assert.match(await page.evaluate('location.hash'), /num_hidden_layers/);
    await page.evaluate(paste(config.replace('"head_dim": 128', '"head_dim": 12x8')));
    await page.waitForSelector('#kv-cache .problem:not([hidden])', { timeout: 20000 });
    assert.match(await page.$eval('#kv-cache .problem', (/** @type {Element} */ e) => e.textContent), /5:/, 'where');
    assert.deepEqual(complaints.filter((each) => !/WebGL/i.test(each)), []);
  });

test('WebKit: a figure of /attention answers', async () => {
  const session = await webkit(`${address}/attention/`);
  /** @param {string} script */
  const until = async (script) => {
    for (let tries = 0; tries < 200; ++tries) {
      if (await session.run(`return ${script}`)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.fail(`never true: ${script}`);
  };
  await session.run(`document.querySelector('#masks').scrollIntoView({ block: 'center' })`);
  await until(`Boolean(document.querySelector('#masks[data-live]'))`);
  const before = await session.run(`return document.querySelector('#masks .status').textContent`);
  await session.run(`document.querySelectorAll('#masks .preset')[2].click()`);
  await until(`document.querySelector('#masks .status').textContent !== ${JSON.stringify(before)}`);
});
