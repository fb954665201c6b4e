import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright';
import { watchScripts } from './waits.js';

/**
 * With THOROUGH=1, as make test-all has it: every page at every width and in both languages, with a picture of each
 * state, and animations on.
 */
export const thorough = Boolean(process.env['THOROUGH']);

/** How long a browser test waits for something: a busy machine may take long, and a failure may be found late. */
export const patienceMs = 60_000;

/** A time that the product promises: held to it by make test-all, on a machine that does nothing else. */
export const promised = (timeoutMs: number) => (thorough ? timeoutMs : patienceMs);

/** For every browser that we start: it talks to our site and to nobody else. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The whole browser, for measurements and notifications: Playwright's own where it was downloaded, else the system's. */
export function browserPath(): string {
  return downloaded() ?? '/usr/bin/chromium';
}

/** Chromium without the parts that draw windows, at half the cost; Playwright starts its own where it was downloaded. */
export function headlessOptions(): LaunchOptions {
  const system = { executablePath: '/usr/bin/chromium-headless-shell' };
  return { ...(downloaded() ? {} : system), args: browserArgs };
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(headlessOptions());
}

function downloaded(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** A visitor with an empty browser, whose page errors and requests to other hosts are kept for a look. */
export async function newVisitor(
  browser: Browser,
  baseUrl: string,
  locale: string,
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
) {
  const context: BrowserContext = await browser.newContext({
    baseURL: baseUrl,
    locale,
    userAgent: personal(browser),
    reducedMotion,
  });
  context.setDefaultTimeout(patienceMs);
  const page: Page = await context.newPage();
  watchScripts(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseUrl) faults.push(`a request to ${request.url()}`);
  });
  return { context, page, faults };
}

/** Chrome as people have it: with "Headless" in its name it would rightly count as a bot. */
function personal(browser: Browser): string {
  const [major] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major ?? ''}.0.0.0 Safari/537.36`;
}
