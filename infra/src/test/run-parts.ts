import { runPart, type Tally, type TestPart } from './parts.js';

const inSeconds = (sinceMs: number) => ((Date.now() - sinceMs) / 1_000).toFixed(1);

/**
 * Runs one step after the other, prints each part with its time, then all of them as a table, and at the end each failed
 * test. The lanes of a step run at the same time, and each part in them shows what it printed when it has ended.
 */
export async function runParts(steps: (TestPart | TestPart[][])[]): Promise<Tally> {
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

  for (const step of steps) {
    if (!Array.isArray(step)) await run(step, false);
    else
      await Promise.all(
        step.map(async (lane) => {
          for (const part of lane) await run(part, true);
        }),
      );
  }
  process.stdout.write(`\n${table.join('\n')}\n${'all'.padEnd(14)} ${inSeconds(started).padStart(7)} s\n`);
  for (const failure of total.failures) process.stdout.write(`Failed: ${failure}\n`);
  return total;
}

/** The last line of every test run. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
