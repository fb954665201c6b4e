import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { browserArgs, browserPath } from '../e2e/browser.js';
import { giveUp } from '../local/advice.js';
import { readProcess } from '../measuring/process.js';
import { withSite } from '../local/test-stack.js';

/**
 * `make measure-background`: what it costs that a page moves by itself and nobody touches it. 12 s after the last input
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

/** Seconds on a core of a browser and all processes below it, by what each is for (`browser`, `renderer`, …). */
function readCpuTimes(browserPid: number): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ ...readProcess(Number(name)), role: /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser' }];
      } catch {
        return []; // it ended while we read
      }
    });
  const times = new Map<string, number>();
  const tree = [browserPid];
  for (const pid of tree) {
    const own = processes.find((process) => process.pid === pid);
    if (own) times.set(own.role, (times.get(own.role) ?? 0) + own.cpuSeconds);
    tree.push(...processes.filter(({ parent }) => parent === pid).map((child) => child.pid));
  }
  return times;
}

/** Percent of a core. */
async function measure(browserPid: number, page: Page): Promise<number> {
  await page.mouse.move(200, 300);
  await wait(quietMs);
  const before = readCpuTimes(browserPid);
  await wait(seconds * 1_000);
  const spent = [...readCpuTimes(browserPid)].map(([role, time]) => ({
    role,
    percent: ((time - (before.get(role) ?? 0)) / seconds) * 100,
  }));
  const total = spent.reduce((sum, { percent }) => sum + percent, 0);
  const parts = spent.map(({ role, percent }) => `${role} ${percent.toFixed(1)}`).join(', ');
  process.stdout.write(`${total.toFixed(1).padStart(5)} %  (${parts})\n`);
  return total;
}

try {
  await withSite(async (siteUrl) => {
    const server = await chromium.launchServer({ executablePath: browserPath(), args: browserArgs });
    try {
      const pid = server.process().pid;
      if (pid === undefined) throw new Error('The browser has no process');
      const browser = await chromium.connect(server.wsEndpoint());
      for (const { path, width, at, mostPercent } of places) {
        const percent = { still: 0, moving: 0 };
        for (const how of ['still', 'moving'] as const) {
          const context = await browser.newContext({
            viewport: { width, height: 900 },
            reducedMotion: how === 'still' ? 'reduce' : 'no-preference',
          });
          const page = await context.newPage();
          await page.goto(siteUrl + path, { waitUntil: 'load', timeout: 120_000 });
          if (at) await page.locator(at).scrollIntoViewIfNeeded();
          process.stdout.write(`${path}${at ?? ''} at ${width} px, ${how}`.padEnd(36));
          percent[how] = await measure(pid, page);
          await context.close();
        }
        const costs = percent.moving - percent.still;
        process.stdout.write(
          `${costs.toFixed(1).padStart(41)} %  for what moves, where ${mostPercent} % is allowed\n`,
        );
        if (costs >= mostPercent) process.exitCode = 1;
      }
    } finally {
      await server.close();
    }
    process.stdout.write(`of a core, from ${quietMs / 1_000} s after the last input\n`);
  });
} catch (error) {
  giveUp(error);
}
