import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { headlessOptions, patienceMs } from './browser.js';

const results = join(import.meta.dirname, '../../../../test-results');

/** The browser tests: each worker has a stack of its own (stack.ts), through which its files go one by one. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.spec.ts',
  // One that was killed has left them.
  globalSetup: './stop-stacks.ts',
  globalTeardown: './stop-stacks.ts',
  outputDir: join(results, 'browser'),
  // A given stack counts the visits and shows the texts of everybody.
  workers: process.env['SITE_URL'] ? 1 : 3,
  // Ends what hangs; on a machine with ten times its load a walk through all tabs takes two minutes.
  timeout: 300_000,
  expect: { timeout: patienceMs },
  reporter: [['list'], ['json', { outputFile: join(results, 'browser.json') }]],
  // Pictures of each step take a sixth of the time.
  use: { launchOptions: headlessOptions(), trace: { mode: 'retain-on-failure', screenshots: false } },
});
