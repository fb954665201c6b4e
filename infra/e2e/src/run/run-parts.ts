import { relative } from 'node:path';
import { thorough } from '../browser/browser.js';
import { screenshots } from '../browser/screenshots.js';
import { root } from '@voordeur/operate/local/settings.js';
import { runPart, type Tally, type TestPart } from './parts.js';

const inSeconds = (sinceMs: number) => ((Date.now() - sinceMs) / 1_000).toFixed(1);

/** A part, or lanes that run at the same time, each of them one step after the other. */
export type Step = TestPart | Step[][];

/**
 * Runs one step after the other, prints each part with its time, then all of them as a table, and at the end each failed
 * test. A part in a lane shows what it printed when it has ended.
 */
async function runParts(steps: Step[]): Promise<Tally> {
  const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const table: string[] = [];
  const started = Date.now();

  async function run(part: TestPart, showsLate: boolean): Promise<void> {
    if (!showsLate) process.stdout.write(`\n=== ${part.name}\n`);
    const partStarted = Date.now();
    const tally = await runPart(part, showsLate);
    const line = `${part.name.padEnd(14)} ${inSeconds(partStarted).padStart(7)} s  ${inWords(tally)}`;
    process.stdout.write(`=== ${line}\n`);
    table.push(line);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.failures.push(...tally.failures);
  }

  async function runAll(some: Step[], showsLate: boolean): Promise<void> {
    for (const step of some) {
      if (Array.isArray(step)) await Promise.all(step.map((lane) => runAll(lane, true)));
      else await run(step, showsLate);
    }
  }

  await runAll(steps, false);
  process.stdout.write(`\n${table.join('\n')}\n${'all'.padEnd(14)} ${inSeconds(started).padStart(7)} s\n`);
  for (const failure of total.failures) process.stdout.write(`Failed: ${failure}\n`);
  return total;
}

/**
 * Runs the steps as a program whose last line counts the tests and whose exit code is 1 if one failed. `stop` is called
 * when they have ended, and when Ctrl-C ends them.
 */
export async function runTests(
  steps: Step[],
  stop: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  const total = await runParts(steps);
  await stop();
  if (thorough) process.stdout.write(`Every screen and state: ${relative(root, screenshots)}\n`);
  process.stdout.write(`${inWords(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
