import { runPart, type Tally, type TestPart } from './parts.js';

const inSeconds = (sinceMs: number) => ((Date.now() - sinceMs) / 1_000).toFixed(1);

/** Runs each part, prints it with its time, then all of them as a table, and at the end each failed test. */
export async function runParts(parts: TestPart[]): Promise<Tally> {
  const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const table: string[] = [];
  const started = Date.now();
  for (const [index, part] of parts.entries()) {
    process.stdout.write(`\n=== [${index + 1}/${parts.length}] ${part.name}\n`);
    const partStarted = Date.now();
    const tally = await runPart(part);
    const line = `${part.name.padEnd(14)} ${inSeconds(partStarted).padStart(7)} s  ${inWords(tally)}`;
    process.stdout.write(`=== ${line}\n`);
    table.push(line);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.failures.push(...tally.failures);
  }
  process.stdout.write(`\n${table.join('\n')}\n${'all'.padEnd(14)} ${inSeconds(started).padStart(7)} s\n`);
  for (const failure of total.failures) process.stdout.write(`Failed: ${failure}\n`);
  return total;
}

/** The last line of every test run. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
