import { expect as playwrightExpect } from 'playwright/test';
import { patienceMs } from './browser.js';

/** Playwright's `expect`: given a locator, it retries until the page matches. */
export const expect = playwrightExpect.configure({ timeout: patienceMs });
