import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { Page, Request, Route } from 'playwright';
import type { BrowserCommand } from 'vitest/node';
import { defineProject, mergeConfig } from 'vitest/config';
import type { Answer, Call } from './src/testing/api.ts';
import webConfig from './vite.config.ts';
import { headlessOptions } from '../infra/e2e/src/browser/browser.ts';

/*
 * Answers a component's requests in place of the api. It runs in Node, because only Playwright can hold an answer back
 * or cut a connection.
 */

interface Answers {
  next: Answer[];
  calls: Call[];
  /** Held answers wait for it: also one whose request comes after `release`, since a press is seen before its call. */
  released: Promise<void>;
  release: () => void;
}
const pages = new WeakMap<Page, Map<string, Answers>>();

const answerCalls: BrowserCommand<[call: string, answers: Answer[]]> = async ({ page }, call, answers) => {
  const known = pages.get(page) ?? (await intercept(page));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  known.set(call, { next: answers, calls: known.get(call)?.calls ?? [], released, release });
};

const releaseCalls: BrowserCommand<[call: string]> = ({ page }, call) => {
  pages.get(page)?.get(call)?.release();
};

const readCalls: BrowserCommand<[call: string]> = ({ page }, call): Call[] =>
  pages.get(page)?.get(call)?.calls ?? [];

const forgetCalls: BrowserCommand = ({ page }) => {
  for (const { release } of pages.get(page)?.values() ?? []) release();
  pages.get(page)?.clear();
};

const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const commands = { answerCalls, releaseCalls, readCalls, forgetCalls };

const web = new URL('./', import.meta.url);

/** The components of web in a real browser, built by web's own Vite plugins. */
export const components = mergeConfig(
  webConfig({ command: 'serve', mode: 'test' }),
  defineProject({
    // Found only when a test needs it, one of these would be bundled with a second React.
    optimizeDeps: {
      include: [
        ...['react-dom/client', 'react-dom/server'],
        ...['dialog', 'popover', 'toast'].map((name) => `@radix-ui/react-${name}`),
        ...['@tanstack/react-query', 'react-intl', 'react-router-dom', 'intl-messageformat', 'diff'],
        ...[
          'recharts',
          '@noble/hashes/sha2.js',
          '@noble/hashes/utils.js',
          '@formatjs/icu-messageformat-parser',
        ],
      ],
    },
    root: fileURLToPath(web),
    test: {
      name: 'components',
      include: ['src/**/*.browser.spec.tsx'],
      setupFiles: [fileURLToPath(new URL('src/testing/setup.ts', web))],
      // vitest would take half of two cores: one page after the other.
      maxWorkers: 2,
      // Ends what hangs; the first test of a file compiles its screen, which takes a busy machine half a minute.
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions: headlessOptions() }),
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1440, height: 900 },
        screenshotFailures: false,
        commands,
      },
    },
  }),
);

async function intercept(page: Page): Promise<Map<string, Answers>> {
  const known = new Map<string, Answers>();
  pages.set(page, known);
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    (route) => answer(route, known),
  );
  // The owner's files. A picture that doesn't come is taken out of its page, sooner or later than a test looks.
  await page.route(
    ({ pathname }) => pathname.startsWith('/files/'),
    (route) => route.fulfill({ contentType: 'image/gif', body: onePixel }),
  );
  // A page of the site in a frame: module by module it would take seconds, and no test looks at it.
  await page.route(
    ({ pathname }) => /^(\/[a-z-]+)+$/.test(pathname) && !pathname.startsWith('/api/'),
    (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      return route.fulfill({ contentType: 'text/html', body: '' });
    },
  );
  return known;
}

async function answer(route: Route, known: Map<string, Answers>): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const given = known.get(`${request.method()} ${pathname}`);
  // A call that the test does not expect.
  if (!given) return route.abort();
  // The last answer stays. It's taken before anything is awaited, so that they go out in the order of the calls.
  const now = given.next.length > 1 ? given.next.shift() : given.next.at(-1);
  given.calls.push({ search, headers: await request.allHeaders(), body: bodyOf(request) });
  if (now === undefined || now === 'cut off') return route.abort('connectionrefused');
  if (now.held) await given.released;
  const { status = 200, body = {}, events } = now;
  if (events) return route.fulfill({ contentType: 'text/event-stream', body: events.map(asEvent).join('') });
  return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
}

const asEvent = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

function bodyOf(request: Request): unknown {
  if (request.headers()['content-type'] === 'application/octet-stream') return null;
  const data = request.postData();
  return data === null ? null : JSON.parse(data);
}
