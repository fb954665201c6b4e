import { setTimeout as wait } from 'node:timers/promises';
import { runChecks } from '../doctor/checks.js';
import { findInstallation } from '../doctor/installation.js';
import { Advice, giveUp } from '../local/advice.js';
import { step } from '../local/progress.js';
import { findRunningStack } from '../local/running-stack.js';
import { root } from '../local/settings.js';
import { readVersion } from '../local/version.js';
import type { Roll } from './roll.js';
import { rollCompose } from './roll-compose.js';
import { rollLocal } from './roll-local.js';

/**
 * `make upgrade`, after infra/operate/scripts/stack.sh has built the new version (steps 1 to 3). It may be killed at any line: what
 * ran goes on, and the next upgrade or make up clears what is left.
 */
const of = 9;
const watchMs = 1_000 * Number(process.env['UPGRADE_WATCH_SECONDS'] ?? 90);

try {
  const running = findRunningStack();
  const roll = running.kind === 'local' ? rollLocal(running.environment) : rollCompose(running.environment);
  await step(4, of, 'checks', async () => {
    await roll.clear();
    await check();
  });
  await step(5, of, 'backup', () => roll.backUp());
  await step(6, of, 'migrations', () => roll.migrate());
  await step(7, of, 'the new version next to the old one', () => orTakeBack(roll, () => roll.start()));
  await step(8, of, `visitors meet it; ${watchMs / 1_000} s to see whether it stays well`, () =>
    orTakeBack(roll, async () => {
      await roll.show();
      await watch(roll);
    }),
  );
  await step(9, of, 'the old version ends', () => roll.commit());
  process.stdout.write(`\n  up: ${readVersion(root)}\n`);
} catch (error) {
  giveUp(error);
}

/** Throws `Advice` where a check of make doctor finds something that the new version couldn't run with. */
async function check(): Promise<void> {
  const found = await runChecks(findInstallation(), ['settings', 'programs', 'clock', 'disk']);
  const broken = found.filter(({ level }) => level === 'broken');
  if (broken.length === 0) return;
  const [{ next = '' } = {}] = broken;
  throw new Advice(
    broken.map(({ what }) => what).join('\n'),
    `${next} Then make upgrade again; nothing has changed.`,
  );
}

/** Thrown by the work once the old version serves every visitor again; after Ctrl-C too. */
async function orTakeBack(roll: Roll, work: () => Promise<void>): Promise<void> {
  const interrupted = new Promise<never>((_, reject) => {
    process.once('SIGINT', () => {
      reject(new Advice('Interrupted.', 'make upgrade, when you want it after all.'));
    });
  });
  try {
    await Promise.race([work(), interrupted]);
  } catch (error) {
    await roll.takeBack();
    const { message } = error as Error;
    throw new Advice(
      `${message}\nThe version before runs on, and nothing is lost.`,
      'fix that, or check out the version before again (make status names it). Then make upgrade.',
      error instanceof Advice ? error.logFile : undefined,
    );
  }
}

/** A moment without an answer is no fault; three in a row are. */
async function watch(roll: Roll): Promise<void> {
  let times = 0;
  const until = Date.now() + watchMs;
  while (Date.now() < until) {
    await wait(1_000);
    const fault = await roll.findFault();
    times = fault === null ? 0 : times + 1;
    if (times === 3) throw new Error(`The new version isn't well: ${fault}. More in: ${roll.logs}`);
  }
}
