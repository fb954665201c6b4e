import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { Reporter, Vitest } from 'vitest/node';

/*
 * For `make drill NAME=mutants` and the mistakes in SQL of `make drill NAME=prove-faults`: specs in a copy of the checkout in which the mutants are.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const specs = JSON.parse(process.env.MUTANTS_SPECS ?? '[]') as string[];

/**
 * Stryker reads the results of tests alone, and takes a mutant with which a file can't be loaded for one that no test
 * notices: here such a file gets a test that has failed.
 */
class UnloadedFails implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(): void {
    for (const file of this.vitest?.state.getFiles() ?? []) {
      if (file.result?.state !== 'fail' || file.tasks.length > 0) continue;
      file.tasks.push({
        ...{ type: 'test', mode: 'run', name: 'loads', fullName: 'loads', fullTestName: 'loads' },
        ...{
          id: `${file.id}_0`,
          file,
          result: file.result,
          meta: {},
          timeout: 0,
          annotations: [],
          artifacts: [],
        },
        context: {} as never,
      });
    }
  }
}

export default defineConfig({
  root,
  // As in vitest.config.ts.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    // Their exports are the build, which isn't mutated, and of the checkout: only its node_modules are shared.
    alias: [
      { find: '@voordeur/contracts/email', replacement: `${root}contracts/src/email-key.ts` },
      { find: '@voordeur/contracts/roles', replacement: `${root}contracts/src/db/roles.ts` },
      { find: '@voordeur/server/guessable', replacement: `${root}server/src/guessable.ts` },
      { find: /^@voordeur\/contracts\/(\w+)$/, replacement: `${root}contracts/src/$1/index.ts` },
      { find: /^@voordeur\/(\w+)\/testing$/, replacement: `${root}$1/src/testing/index.ts` },
      { find: /^@voordeur\/(\w+)$/, replacement: `${root}$1/src/index.ts` },
    ],
  },
  test: {
    include: specs,
    globalSetup: `${root}testing/src/prepare-services.ts`,
    isolate: false,
    // Properties are tried with fewer examples than elsewhere: each mutant tries them again.
    env: { RUNS: '10' },
    reporters: ['default', new UnloadedFails()],
    // Shorter than elsewhere: most mutants are killed by a test that waits for something that never happens.
    testTimeout: 12_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 6_000 } },
  },
});
