import { setTimeout as wait } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import { browserArgs, browserPath } from '../e2e/browser.js';
import { giveUp } from '../local/advice.js';
import { withSite } from '../local/test-stack.js';

/**
 * `make measure-background`: what a page's own motion costs while nobody touches it. 12 s after the last input
 * the CPU time of all of Chromium's processes is summed over SECONDS (30) and given as a share of one core, beside that
 * of the same page where the system asks for no motion; exit 1 where the difference is above the place's limit. Load on
 * the machine hardly changes it, since it is time on a core and not time on the clock.
 */
const seconds = Number(process.env['SECONDS'] ?? 30);
const quietMs = 12_000;
/**
 * Home's tagline goes on typing, a letter every 80 ms: nine frames a second at about 0.4 % each, whatever draws them
 * (letters in the text, letters shown one by one and a highlight that shrinks all cost the same).
 */
const whereItTypes = 5;

/** Where a visitor may stop: home's head with its clip, the tagline that types, and a page of each other kind. */
const places = [
  { path: '/nl', width: 1_440, at: undefined, mostPercent: whereItTypes },
  { path: '/nl', width: 1_440, at: '#about', mostPercent: whereItTypes },
  { path: '/nl', width: 375, at: undefined, mostPercent: whereItTypes },
  { path: '/nl/learn', width: 1_440, at: undefined, mostPercent: 3 },
];

/** Seconds on a core by what a process of Chromium is for (`browser`, `renderer`, …). */
async function readCpuTimes(cdp: CDPSession): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  for (const { type, cpuTime } of processInfo) times.set(type, (times.get(type) ?? 0) + cpuTime);
  return times;
}

/** Percent of a core. */
async function measure(cdp: CDPSession, page: Page): Promise<number> {
  await page.mouse.move(200, 300);
  await wait(quietMs);
  const before = await readCpuTimes(cdp);
  await wait(seconds * 1_000);
  let total = 0;
  const parts: string[] = [];
  for (const [type, time] of await readCpuTimes(cdp)) {
    const percent = ((time - (before.get(type) ?? 0)) / seconds) * 100;
    total += percent;
    parts.push(`${type} ${percent.toFixed(1)}`);
  }
  process.stdout.write(`${total.toFixed(1).padStart(5)} %  (${parts.join(', ')})\n`);
  return total;
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
        process.stdout.write(`${path}${at ?? ''} at ${width} px, ${how}`.padEnd(36));
        percent[how] = await measure(cdp, page);
        await page.close();
      }
      const costs = percent.moving - percent.still;
      process.stdout.write(
        `${costs.toFixed(1).padStart(41)} %  for what moves, where ${mostPercent} % is allowed\n`,
      );
      if (costs >= mostPercent) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(`of a core, from ${quietMs / 1_000} s after the last input\n`);
}).catch(giveUp);
