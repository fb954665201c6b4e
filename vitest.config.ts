import { defineConfig } from 'vitest/config';
import { components } from './web/components.project.ts';

// vitest compiles with oxc; without this, Nest's injected types are lost and every dependency is undefined.
const oxc = { decorator: { legacy: true, emitDecoratorMetadata: true } };

/** One stack and, in each worker, one browser for all of its files. */
const browserProject = (name: string, files: string, order: number, maxWorkers: number) => ({
  oxc,
  test: {
    name,
    include: [`infra/e2e/src/browser/${files}.e2e.spec.ts`],
    maxWorkers,
    isolate: false,
    sequence: { groupOrder: order },
    testTimeout: 120_000,
    // site-config builds whole sites.
    hookTimeout: 300_000,
  },
});

/** With a Postgres, a Redis and the programs' roles. */
const servicesProject = (name: string, include: string[], exclude: string[] = []) => ({
  oxc,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: 'testing/src/prepare-services.ts',
    isolate: false,
    // They wait more than they compute. With more, the api's calls wait for Redis and its disk until they give up.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A wait may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});

/** They start servers of their own: Sentinels, a cluster, a pooler, a certificate authority. */
const slowFiles = '{api,worker,infra/operate,infra/e2e}/src/**/*.slow.int.spec.ts';

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
          include: [
            '{contracts,server,api,worker,web,infra/*}/src/**/*.spec.{ts,tsx}',
            'infra/brand/*.spec.ts',
          ],
          exclude: ['**/*.{int,e2e,browser,long,docker,tls}.spec.{ts,tsx}', '**/node_modules/**'],
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
        // make drill NAME=backup
        test: {
          name: 'backup',
          include: ['infra/lab/src/backup/*.long.spec.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        oxc,
        // make drill NAME=browsers
        test: {
          name: 'browsers',
          include: ['infra/e2e/src/engines/*.long.spec.ts'],
          testTimeout: 600_000,
        },
      },
      {
        oxc,
        // make drill NAME=filters
        test: {
          name: 'filters',
          include: ['infra/e2e/src/figures/*.long.spec.ts'],
          globalSetup: 'testing/src/prepare-services.ts',
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
      {
        oxc,
        // make drill NAME=upgrade-postgres
        test: {
          name: 'docker',
          include: ['infra/lab/src/backup/*.docker.spec.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        oxc,
        // make drill NAME=tls
        test: {
          name: 'tls',
          include: ['infra/e2e/src/certificates/*.tls.spec.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      // The files about the site only read from the stack, so they share the processors. After them come those that
      // count its visits or change what it shows; infra/e2e/src/run/whole-stack.ts says which of these go side by side.
      browserProject('e2e-site', '{site-*,waits}', 1, 3),
      browserProject('e2e-figures', '{admin,admin-analytics,admin-now,visits}', 2, 1),
      browserProject(
        'e2e-owner',
        '{admin-deliveries,admin-leads,admin-morning,admin-security,admin-session,admin-share,admin-subscribers,admin-tls}',
        3,
        1,
      ),
      browserProject('e2e-editor', '{admin-in-place,admin-texts}', 4, 1),
      browserProject('e2e-live', '{import-log,live-texts}', 5, 1),
    ],
  },
});
