import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../local/advice.js';
import { root } from '../local/settings.js';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** One part of a test run. A command counts as one test, a vitest project as the tests it holds. */
export interface TestPart {
  name: string;
  command: string[];
  /** Of vitest: where the command writes its JSON report. */
  report?: string;
  environment?: Record<string, string>;
  /** What must stand before it, and be gone after it; `after` runs whatever happened. */
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
}

const reports = join(root, 'test-results');

export function commandPart(name: string, ...command: string[]): TestPart {
  return { name, command };
}

export function vitestPart(project: string, environment: Record<string, string> = {}): TestPart {
  const report = join(reports, `${project}.json`);
  return {
    name: project,
    report,
    environment,
    command: [
      ...['npx', 'vitest', 'run', '--project', project, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
  };
}

/** Runs it with its output shown. Whatever goes wrong counts as a failure; it never throws. */
export async function runPart(part: TestPart): Promise<Tally> {
  try {
    await part.before?.();
    return await runCommand(part);
  } catch (error) {
    describeFailure(error);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    await part.after?.().catch(describeFailure);
  }
}

async function runCommand({ command, report, environment }: TestPart): Promise<Tally> {
  mkdirSync(reports, { recursive: true });
  if (report) rmSync(report, { force: true });
  const [program = '', ...args] = command;
  const code = await new Promise<number>((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
    child.once('error', () => {
      done(1);
    });
    child.once('exit', (exitCode) => {
      done(exitCode ?? 1);
    });
  });
  if (!report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  const tally = readReport(report);
  // A file that does not even load holds no test that could fail, and neither does a report that is missing.
  return code === 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
}

function readReport(file: string): Tally {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    return {
      passed: report['numPassedTests'] ?? 0,
      failed: report['numFailedTests'] ?? 0,
      skipped: (report['numPendingTests'] ?? 0) + (report['numTodoTests'] ?? 0),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
