import { defineConfig } from 'vitest/config';
import { components } from './web/components.project.ts';

// vitest compiles with oxc; without this, Nest's injected types are lost and every dependency is undefined.
const oxc = { decorator: { legacy: true, emitDecoratorMetadata: true } };

/** With a Postgres, a Redis and the programs' roles. */
const servicesProject = (name: string, include: string[], exclude: string[] = []) => ({
  oxc,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: ['infra/e2e/src/run/services.ts', 'testing/src/prepare-services.ts'],
    isolate: false,
    // They wait more than they compute. With more, the api's calls wait for Redis and its disk until they give up.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A wait may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});

/**
 * They start servers of their own (Sentinels, a cluster, a pooler, a certificate authority) or a program for each file, or
 * read many thousands of rows.
 */
const slowFiles = '{api,worker,infra/*}/src/**/*.slow.int.spec.ts';

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
          // Some look up thousands of places or render whole pages, on machines that are slower than ours.
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          include: [
            '{contracts,server,api,worker,web,infra/*}/src/**/*.spec.{ts,tsx}',
            'infra/brand/*.spec.ts',
          ],
          exclude: ['**/*.{int,e2e,browser,long}.spec.{ts,tsx}', '**/node_modules/**'],
        },
      },
      servicesProject(
        'services',
        ['{api,worker,contracts,server,infra/*}/src/**/*.int.spec.ts'],
        [slowFiles],
      ),
      // make test-all
      ...(process.env.THOROUGH ? [servicesProject('services-slow', [slowFiles])] : []),
      {
        oxc,
        // make drill and make test-compose run one of these at a time; each starts what it needs.
        test: {
          name: 'long',
          include: ['infra/*/src/**/*.long.spec.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
