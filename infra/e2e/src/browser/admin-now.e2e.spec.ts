import { messages } from '@voordeur/contracts/messages';
import type { PeopleNow } from '@voordeur/contracts/http';
import { readEvents } from '@voordeur/testing';
import { promised } from './browser.js';
import { atEnd, expect, test } from './test.js';
import { hide, openVisitor, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';

const { en } = messages;

let owner: Awaited<ReturnType<typeof logIn>>;
test.beforeEach(async () => {
  owner = await logIn();
});

const bearer = () => ({ authorization: `Bearer ${owner.token}` });
const path = '/api/admin/analytics/now';

/** The stream's events, through nginx. */
async function watch() {
  const leaving = new AbortController();
  atEnd(() => {
    leaving.abort();
  });
  const response = await fetch(stack.baseUrl + path, { headers: bearer(), signal: leaving.signal });
  expect(response.status).toBe(200);
  const seen = { newest: undefined as PeopleNow | undefined, hasEnded: false };
  void (async () => {
    for await (const event of readEvents<PeopleNow>(response)) seen.newest = event;
    seen.hasEnded = true;
  })().catch(() => undefined);
  await expect.poll(() => seen.newest).toBeDefined();
  return seen;
}

let browsers = 100;
/** A page view by somebody new; answers when it's accepted. */
async function look(page: string, referrer?: string): Promise<void> {
  browsers += 1;
  const answer = await fetch(`${stack.baseUrl}/api/visit`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${browsers}.0) Gecko/20100101 Firefox/${browsers}.0`,
    },
    body: JSON.stringify({ page, referrer }),
  });
  expect(answer.status).toBe(202);
}

test('a page view is seen within two seconds, through nginx, queue and worker, until the session ends', async () => {
  const seen = await watch();
  const page = `/now-${crypto.randomUUID()}`;
  const before = seen.newest?.count ?? 0;
  await look(page, 'https://search.example/?q=door');
  await expect
    .poll(() => seen.newest?.people.find((person) => person.page === page), {
      timeout: promised(2_000),
      intervals: [20],
    })
    .toMatchObject({ referrerHost: 'search.example', video: null });
  expect(seen.newest?.count).toBeGreaterThan(before);
  const answer = await fetch(`${stack.baseUrl}/api/admin/logout`, { method: 'POST', headers: bearer() });
  expect(answer.status).toBe(204);
  await expect.poll(() => seen.hasEnded, { timeout: promised(4_000) }).toBe(true);
});

test('the page shows who is there, asks for nothing while it is hidden, and ends with its session', async () => {
  const { page, faults } = await openVisitor('en-GB');
  await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(owner.token)})`);
  const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith(path));
  await page.goto('/admin/analytics');
  await untilAlive(page);
  const panel = page.getByRole('region', { name: en.admin.analytics.now.title });
  const first = `/now-${crypto.randomUUID()}`;
  await look(first);
  await panel.getByText(first).waitFor();
  await expect(panel.locator('[aria-live]')).toHaveText(/^\d+ (person|people)$/);
  await page.evaluate(hide(true));
  await left;
  const back = page.waitForRequest((request) => request.url().endsWith(path));
  await page.evaluate(hide(false));
  await back;
  const second = `/now-${crypto.randomUUID()}`;
  await look(second);
  await panel.getByText(second).waitFor();
  expect(faults).toEqual([]);

  await fetch(`${stack.baseUrl}/api/admin/logout`, { method: 'POST', headers: bearer() });
  await page.getByLabel(en.admin.login.secretKey).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
});
