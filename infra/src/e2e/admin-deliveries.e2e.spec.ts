import type { DeliveriesAnswer, OneDeliveryAnswer, WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, newVisitor } from './browser.js';
import { accessibilityFaults, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';

/**
 * The composed stack of these tests knows no webhook, so what an owner of webhooks would see is put into the answers
 * on their way; the calls themselves are held by api/src/deliveries/deliveries.int.spec.ts.
 */
const id = '019aa000-0000-7000-8000-000000000001';
const attempt = {
  number: 1,
  attemptedAt: '2026-11-20T10:00:00.000Z',
  durationMs: 210,
  statusCode: 502,
  error: null,
};
const delivery = {
  id,
  endpoint: 'question',
  type: 'lead.question',
  status: 'failed',
  eventId: id,
  leadId: null,
  occurredAt: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  nextAttemptAt: null,
  deliveredAt: null,
  attempts: 1,
  lastAttempt: attempt,
} as const;
const one: OneDeliveryAnswer = {
  ...delivery,
  body: { type: 'lead.question', idea: '<script>window.hit=1</script>\u202e' + 'x'.repeat(2_000) },
  attemptList: [{ ...attempt, responseStart: '<img src=x onerror="window.hit=1">' }],
};
const endpoints: WebhookEndpointsAnswer = {
  endpoints: [
    {
      name: 'question',
      configured: true,
      offSince: '2026-11-20T10:00:00.000Z',
      offReason: 'gone',
      waiting: 2,
      failed: 1,
    },
  ],
};

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ token } = await logIn());
});
afterAll(() => browser.close());

async function enter(width = 1440) {
  const visitor = await newVisitor(browser, stack.baseUrl, 'en-GB');
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.context.addInitScript(
    `localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`,
  );
  return visitor;
}

async function putWebhooks(page: Page): Promise<string[]> {
  const calls: string[] = [];
  const answers: [RegExp, unknown][] = [
    [/webhook-endpoints$/, endpoints],
    [/\/on$/, { name: 'question', resumed: 2 }],
    [/deliveries\/replay\?/, { failed: 12 }],
    [/deliveries\/replay$/, { replayed: 12 }],
    [new RegExp(`${id}/replay$`), { id, previousStatus: 'failed' }],
    [new RegExp(`${id}$`), one],
    [/api\/admin\/deliveries\?/, { deliveries: [delivery], cursor: null } satisfies DeliveriesAnswer],
  ];
  for (const [url, json] of answers) {
    await page.route(url, (route) => {
      calls.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ json });
    });
  }
  return calls;
}

it('shows every endpoint of this stack, and filters that stay in the address', async () => {
  const { context, page, faults } = await enter();
  await page.goto('/admin/deliveries');
  await page.getByRole('group', { name: 'Endpoints' }).getByText('Visit of the booking page').waitFor();
  await page.getByLabel('Status').selectOption('failed');
  expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

it('opens a delivery with its attempts as text, and sends it again', async () => {
  const { context, page, faults } = await enter(375);
  const calls = await putWebhooks(page);
  await page.goto('/admin/deliveries');
  await page.getByRole('group', { name: 'All deliveries' }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await dialog.getByText('<img src=x onerror="window.hit=1">').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('On its way again').first().waitFor();
  expect(calls).toContain(`POST /api/admin/deliveries/${id}/replay`);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  // The first Escape would take the toast, which lies over the dialog.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(faults).toEqual([]);
  await context.close();
});

it('counts a range before it sends it, and counts anew after any change', async () => {
  const { context, page } = await enter();
  const calls = await putWebhooks(page);
  await page.goto('/admin/deliveries');
  await untilAlive(page);
  const panel = page.getByRole('region', { name: 'Send failed ones again' });
  await panel.getByRole('button', { name: 'Count them first' }).click();
  await panel.getByText('Fill in both times').waitFor();
  await panel.getByLabel('From').fill('2026-11-20T00:00');
  await panel.getByLabel('Until').fill('2026-11-21T00:00');
  await panel.getByRole('button', { name: 'Count them first' }).click();
  await panel.getByText('12 failed deliveries.').waitFor();
  expect(calls).not.toContain('POST /api/admin/deliveries/replay');
  await panel.getByLabel('Endpoint').selectOption('question');
  await panel.getByRole('button', { name: 'Send 12 again' }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Count them first' }).click();
  await panel.getByRole('button', { name: 'Send 12 again' }).click();
  await page.getByText('12 deliveries are on their way.').first().waitFor();
  expect(calls).toContain('POST /api/admin/deliveries/replay');
  await context.close();
});

it('switches an endpoint on, in Dutch', async () => {
  const { context, page } = await enter();
  await putWebhooks(page);
  await page.goto('/admin/deliveries');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Nederlands' }).click();
  await page.getByRole('button', { name: 'Aanzetten: Vraag' }).click();
  await page.getByText('2 bezorgingen gaan nu de deur uit.').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await context.close();
});

it('says when it cannot be reached, and goes to the login without a session', async () => {
  const { context, page } = await enter();
  await page.route(/api\/admin\/deliveries\?/, (route) => route.abort());
  await page.goto('/admin/deliveries');
  await page.getByText('The deliveries could not be fetched').waitFor();
  await context.close();
  const { context: stranger, page: login } = await newVisitor(browser, stack.baseUrl, 'en-GB');
  await login.goto('/admin/deliveries');
  await expect.poll(() => new URL(login.url()).pathname).toBe('/admin');
  await stranger.close();
});
