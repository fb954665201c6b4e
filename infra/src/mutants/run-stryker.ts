import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { type Part, specsVariable } from './parts.js';

/** Kept between runs, so that the next one tries only what has changed. */
export const resultsDir = '.local/mutants';

/** Stryker's report of a part, as far as it's read (https://stryker-mutator.io/docs/mutation-testing-elements). */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}
interface Mutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  replacement?: string;
  location: { start: Place; end: Place };
}
interface Place {
  line: number;
  column: number;
}

export const reportOf = (part: Part) => `${resultsDir}/${part.name}.json`;

/** Tries every mutant of the part, or of those of its files that `files` picks. */
export async function runStryker(part: Part, files?: string[]): Promise<void> {
  process.env[specsVariable] = JSON.stringify(part.specs);
  const incrementalFile = `${resultsDir}/${part.name}.incremental.json`;
  forgetSurvivors(incrementalFile);
  await new Stryker({
    mutate: files ?? part.mutate,
    mutator: { excludedMutations: part.isSql ? ['StringLiteral'] : [] },
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    // Without `related`: many a spec calls what it tests over HTTP or by a job.
    vitest: { configFile: 'infra/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Two for each core, for most of a test's time is waiting: two in all left the processors idle for 80 % of it.
    concurrency: 4,
    incremental: true,
    incrementalFile,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: reportOf(part) },
    tempDirName: `${resultsDir}/sandbox`,
    // worker/dist stays: it has the networks' list that the worker reads, and the program that migrates.
    ignorePatterns: [
      '/.local',
      '/docs',
      '/web/src',
      '/web/public',
      '/web/dist',
      '/infra/dist',
      '/infra/assets',
    ],
    disableTypeChecks: false,
    // Vitest reads no project references.
    tsconfigFile: 'none',
    warnings: false,
    timeoutMS: 10_000,
    // Much, because a survivor that is slow only as the machine is busy would pass for one that hangs.
    timeoutFactor: 4,
  }).runMutationTest();
}

/** Of a mutant in code that runs as a file is loaded, Stryker doesn't see that a new test may kill it: survivors are tried again. */
function forgetSurvivors(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return;
  const report = JSON.parse(readFileSync(incrementalFile, 'utf8')) as Report;
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(incrementalFile, JSON.stringify(report));
}
