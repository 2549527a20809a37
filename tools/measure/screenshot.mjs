// A live figure on the front page, in the light theme. usage: node screenshot.mjs FILE
import { launch, live, open } from '../../tests/browser/pages.mjs';
import { serve } from '../../tests/site.mjs';

const { address, stop } = await serve();
const browser = await launch();
const { page } = await open(browser, `${address}/#bank-conflicts?stride=6&step=1`, { width: 1200, height: 1000, dark: false, still: true });
await live(page, 'bank-conflicts');
await page.$eval('#bank-conflicts .picture', (/** @type {Element} */ picture) => picture.scrollIntoView({ block: 'center', behavior: 'instant' }));
await new Promise((resolve) => setTimeout(resolve, 500));
await page.screenshot({ path: process.argv[2] });
await browser.close();
stop();
process.exit(0);
