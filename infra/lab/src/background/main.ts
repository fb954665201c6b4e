import { setTimeout as wait } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import { browserArgs, browserPath } from '@voordeur/e2e/browser/browser.js';
import { giveUp } from '@voordeur/operate/local/advice.js';
import { withSite } from '@voordeur/e2e/helpers/test-stack.js';
import { atMost, printRows } from '../measuring/figures.js';

/**
 * `make drill NAME=background`: what a page's own motion costs while nobody touches it. 12 s after the last input the CPU time of
 * all of Chromium's processes is summed over SECONDS (30), as a share of one core, and compared with the same page where the
 * system asks for no motion. Load on the machine hardly changes it, since it is time on a core. Exit 1 above a limit.
 */
const seconds = Number(process.env['SECONDS'] ?? 30);
const quietMs = 12_000;

/** Where a visitor may stop. Home's tagline types a letter every 80 ms: nine frames a second at about 0.4 % each. */
const places = [
  { path: '/nl', width: 1_440, mostPercent: 5 },
  { path: '/nl', width: 1_440, at: '#about', mostPercent: 5 },
  { path: '/nl', width: 375, mostPercent: 5 },
  { path: '/nl/learn', width: 1_440, mostPercent: 3 },
];

/** Seconds on a core of all of Chromium's processes. */
async function readCpuTime(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Percent of a core. */
async function measure(cdp: CDPSession, page: Page): Promise<number> {
  await page.mouse.move(200, 300);
  await wait(quietMs);
  const before = await readCpuTime(cdp);
  await wait(seconds * 1_000);
  return (((await readCpuTime(cdp)) - before) / seconds) * 100;
}

await withSite(async (siteUrl) => {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs });
  try {
    const cdp = await browser.newBrowserCDPSession();
    for (const { path, width, at, mostPercent } of places) {
      const percent = { still: 0, moving: 0 };
      for (const how of ['still', 'moving'] as const) {
        const page = await browser.newPage({
          viewport: { width, height: 900 },
          reducedMotion: how === 'still' ? 'reduce' : 'no-preference',
        });
        await page.goto(siteUrl + path, { waitUntil: 'load', timeout: 120_000 });
        if (at) await page.locator(at).scrollIntoViewIfNeeded();
        percent[how] = await measure(cdp, page);
        await page.close();
      }
      const what = `${path}${at ?? ''} at ${width} px, for what moves`;
      const costs = atMost(what, percent.moving - percent.still, mostPercent, '% of a core');
      if (!printRows([{ ...costs, more: percent }])) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}).catch(giveUp);
