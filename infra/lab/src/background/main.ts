import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
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

await withSite(async (siteUrl) => {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs });
  const cdp = await browser.newBrowserCDPSession();
  const readCpuSeconds = async () =>
    (await cdp.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  try {
    for (const { path, width, at, mostPercent } of places) {
      const percent: number[] = [];
      for (const reducedMotion of ['reduce', 'no-preference'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion });
        await page.goto(siteUrl + path, { waitUntil: 'load', timeout: 120_000 });
        if (at) await page.locator(at).scrollIntoViewIfNeeded();
        await page.mouse.move(200, 300);
        await wait(quietMs);
        const before = await readCpuSeconds();
        await wait(seconds * 1_000);
        percent.push((100 * ((await readCpuSeconds()) - before)) / seconds);
        await page.close();
      }
      const [still = 0, moving = 0] = percent;
      const what = `${path}${at ?? ''} at ${width} px, for its motion`;
      const row = atMost(what, moving - still, mostPercent, '% of a core');
      if (!printRows([{ ...row, more: { still, moving } }])) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}).catch(giveUp);
