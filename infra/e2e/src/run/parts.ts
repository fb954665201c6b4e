import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeFailure } from '@voordeur/operate/local/advice.js';
import { root } from '@voordeur/operate/local/settings.js';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failed test: its file, its name, the first line of what it said. */
  failures: string[];
}

/** One part of a test run. A command counts as one test, a vitest project as the tests it holds. */
export interface TestPart {
  name: string;
  command: string[];
  /** For vitest: where the command writes its JSON report. */
  report?: string;
  environment?: Record<string, string>;
  /** Set-up and clean-up; `after` runs whatever happened. */
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
      ...['npx', 'vitest', 'run', '--project', `${project}*`, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
  };
}

/** Runs it; its output is shown at once, or late, when it has ended. Whatever goes wrong counts as a failure. */
export async function runPart(part: TestPart, showsLate = false): Promise<Tally> {
  try {
    await part.before?.();
    return await runCommand(part, showsLate);
  } catch (error) {
    describeFailure(error);
    return failedAs(part.name);
  } finally {
    await part.after?.().catch(describeFailure);
  }
}

async function runCommand(
  { name, command, report, environment }: TestPart,
  showsLate: boolean,
): Promise<Tally> {
  mkdirSync(reports, { recursive: true });
  if (report) rmSync(report, { force: true });
  const [program = '', ...args] = command;
  const code = await new Promise<number>((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: showsLate ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => output.push(text));
    child.once('error', () => {
      done(1);
    });
    child.once('close', (exitCode) => {
      process.stdout.write(Buffer.concat(output));
      done(exitCode ?? 1);
    });
  });
  if (!report) return code === 0 ? { ...nothing, passed: 1 } : failedAs(name);
  const tally = readReport(report);
  // A file that does not even load holds no test that could fail, and neither does a report that is missing.
  if (code === 0 || tally.failed > 0) return tally;
  return { ...tally, failed: 1, failures: tally.failures.length > 0 ? tally.failures : [name] };
}

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

const failedAs = (name: string): Tally => ({ ...nothing, failed: 1, failures: [name] });

/** The parts of vitest's JSON report (Jest's format) that are read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readReport(file: string): Tally {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return nothing;
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, status, assertionResults }) => {
      const of = relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return status === 'failed' ? [`${of}: ${firstLine(message)}`] : [];
      return failed.map(
        ({ fullName, failureMessages }) => `${of}: ${fullName}: ${firstLine(failureMessages[0])}`,
      );
    }),
  };
}

const firstLine = (text = '') => text.split('\n', 1)[0];
