import { defineConfig } from 'vitest/config';
import { components } from './infra/components/project.ts';

// vitest compiles with oxc; without this, Nest's injected types are lost and every dependency is undefined.
const oxc = { decorator: { legacy: true, emitDecoratorMetadata: true } };

// What a test waits for may take long on a busy machine: nearly as long as its test may.
const patient = (timeout: number) => ({ poll: { timeout } });

export default defineConfig({
  test: {
    projects: [
      components,
      {
        oxc,
        test: {
          name: 'unit',
          include: ['{contracts,server,api,worker,web,infra}/src/**/*.spec.{ts,tsx}'],
          exclude: ['**/*.{int,e2e,browser}.spec.{ts,tsx}', '**/node_modules/**'],
        },
      },
      {
        oxc,
        test: {
          name: 'services',
          include: ['{api,worker,contracts,infra}/src/**/*.int.spec.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient(30_000),
        },
      },
      {
        oxc,
        test: {
          name: 'e2e',
          include: ['infra/src/e2e/*.e2e.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient(30_000),
          // One stack behind them all, on two cores.
          fileParallelism: false,
        },
      },
    ],
  },
});
