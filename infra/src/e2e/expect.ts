import { expect as playwrightExpect } from 'playwright/test';
import { patienceMs } from './browser.js';

/** Playwright's `expect`: given a locator, it waits until the page shows what is expected. */
export const expect = playwrightExpect.configure({ timeout: patienceMs });
