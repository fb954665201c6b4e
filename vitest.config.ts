import { defineConfig } from 'vitest/config';
import { components } from './infra/components/project.ts';

// vitest compiles with oxc; without this, Nest's injected types are lost and every dependency is undefined.
const oxc = { decorator: { legacy: true, emitDecoratorMetadata: true } };

// What a test waits for may take long on a busy machine: nearly as long as its test may.
const patient = (timeout: number) => ({ poll: { timeout } });

/** One stack and, in each worker, one browser for all of its files. */
const browserProject = (name: string, files: string, order: number, maxWorkers: number) => ({
  oxc,
  test: {
    name,
    include: [`infra/src/e2e/${files}.e2e.spec.ts`],
    maxWorkers,
    isolate: false,
    sequence: { groupOrder: order },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patient(30_000),
  },
});

export default defineConfig({
  test: {
    projects: [
      components,
      {
        oxc,
        test: {
          name: 'unit',
          maxWorkers: 2,
          // No test changes a module, and loading Nest or React again for each file costs more than the tests do.
          isolate: false,
          include: ['{contracts,server,api,worker,web,infra}/src/**/*.spec.{ts,tsx}'],
          exclude: ['**/*.{int,e2e,browser}.spec.{ts,tsx}', '**/node_modules/**'],
        },
      },
      {
        oxc,
        test: {
          name: 'services',
          include: ['{api,worker,contracts,infra}/src/**/*.int.spec.ts'],
          isolate: false,
          // With more, the disk that all of them flush to makes the api's calls wait for Redis until they give up.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient(30_000),
        },
      },
      // The files about the site only read from the stack, so they share the processors. After them, one by one, those
      // that count what the others see or change it; make test runs the owner's other screens beside those.
      browserProject('e2e-site', '{site-*,waits}', 1, 3),
      browserProject('e2e-figures', '{admin,admin-analytics,admin-texts,live-texts,visits}', 2, 1),
      browserProject('e2e-owner', '{admin-deliveries,admin-leads,admin-session,import-log}', 3, 1),
    ],
  },
});
