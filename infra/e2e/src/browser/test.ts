import { type Browser, expect, test as base } from 'playwright/test';
import { startOwnStack } from './stack.js';

let browserOfWorker: Browser | undefined;
const endings: (() => unknown)[] = [];

/** Playwright's `test`, with the stack of this worker up and what a test opened closed again. */
export const test = base.extend<{ endsWhatItOpened: undefined }, { hasStack: undefined }>({
  hasStack: [
    async ({ browser }, use) => {
      browserOfWorker = browser;
      await startOwnStack();
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  endsWhatItOpened: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern which fixtures one needs
    async ({}, use) => {
      await use(undefined);
      for (const end of endings.splice(0).reverse()) await end();
    },
    { auto: true },
  ],
});

export { expect };

/** Called when the test that runs has ended; the last one first. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

/** The browser that this worker's tests share, each with profiles of its own. */
export function sharedBrowser(): Browser {
  if (!browserOfWorker) throw new Error('There is a browser once a test or its hooks run.');
  return browserOfWorker;
}
