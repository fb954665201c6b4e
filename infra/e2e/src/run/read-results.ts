import { relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter';
import { root } from '@voordeur/operate/local/settings.js';

export interface TestResult {
  /** Its file and its titles. */
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** The parts of vitest's JSON report (Jest's format) that are read here. */
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; duration?: number }[];
  }[];
}

export function readVitest(text: string): TestResult[] {
  const { testResults } = JSON.parse(text) as VitestReport;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    // One that doesn't load.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
      return [{ name: file, status, seconds: 0 }];
    return assertionResults.map((test) => ({
      name: `${file}: ${test.fullName}`,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : ('skipped' as const),
      seconds: (test.duration ?? 0) / 1_000,
    }));
  });
}

export function readPlaywright(text: string): TestResult[] {
  return (JSON.parse(text) as JSONReport).suites.flatMap((suite) => readSuite(suite, []));
}

function readSuite(suite: JSONReportSuite, above: string[]): TestResult[] {
  const titles = [...above, suite.title];
  const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;
  const tests = suite.specs.flatMap(({ title, tests: runs }) =>
    runs.map((test) => ({
      name: [...titles, title].join(': '),
      status: statuses[test.status],
      seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
  );
  return [...tests, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, titles))];
}
