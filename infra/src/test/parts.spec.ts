import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { commandPart, runPart, type TestPart } from './parts.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'parts-'))));
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const script = (code: string) => [process.execPath, '-e', code];

interface Test {
  status: string;
  fullName: string;
  failureMessages: string[];
}
const file = (name: string, status: string, assertionResults: Test[], message = '') => ({
  name: join(root, name),
  status,
  message,
  assertionResults,
});
const passed = { status: 'passed', fullName: 'leads are kept', failureMessages: [] };

/** A part that writes this report in the place of vitest, and ends with this code. */
function reporting(testResults: ReturnType<typeof file>[], exitCode: number): TestPart {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => all.filter((test) => test.status === status).length;
  const report = join(dir, 'report.json');
  const written = JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: 0,
    testResults,
  });
  return {
    name: 'services',
    report,
    command: script(
      `require('node:fs').writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(written)}); process.exit(${exitCode})`,
    ),
  };
}

describe('a part of a test run', () => {
  it('names each failed test by its file, with the first line of what it said', async () => {
    const failed = {
      status: 'failed',
      fullName: 'leads are sent',
      failureMessages: ['AssertionError: expected 1 to be 2\n    at somewhere'],
    };
    const part = reporting([file('api/src/leads.int.spec.ts', 'failed', [passed, failed])], 1);
    expect(await runPart(part)).toEqual({
      ...{ passed: 1, failed: 1, skipped: 0 },
      failures: ['api/src/leads.int.spec.ts: leads are sent: AssertionError: expected 1 to be 2'],
    });
  });

  it('counts a file that does not load as one failure, and keeps what was skipped', async () => {
    const pending = { status: 'pending', fullName: 'real logs', failureMessages: [] };
    const part = reporting(
      [
        file('api/src/leads.int.spec.ts', 'passed', [passed, pending]),
        file('api/src/visits.int.spec.ts', 'failed', [], 'Error: no such module\n    at somewhere'),
      ],
      1,
    );
    expect(await runPart(part)).toEqual({
      ...{ passed: 1, failed: 1, skipped: 1 },
      failures: ['api/src/visits.int.spec.ts: Error: no such module'],
    });
  });

  it('counts a run that ended badly without a report as one failure', async () => {
    const part = { name: 'services', report: join(dir, 'none.json'), command: script('process.exit(1)') };
    expect(await runPart(part)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['services'] });
  });

  it('is green with a command that ends well', async () => {
    expect(await runPart(commandPart('lint', ...script('')))).toMatchObject({
      passed: 1,
      failed: 0,
      failures: [],
    });
  });
});
