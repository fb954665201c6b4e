import type {
  DeliveryAnswer,
  DeliveryStatus,
  OneLeadAnswer,
  WebhookEndpointAnswer,
  WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { startReceiver } from '@voordeur/worker/testing';
import { patienceMs } from './browser.js';
import { expect, test } from './test.js';
import { accessibilityFaults, openVisitor, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';

const { en, nl } = messages;
const texts = messages.en.admin.deliveries;

let token: string;
test.beforeAll(async () => {
  ({ token } = await logIn());
});

/** The owner, logged in, at the deliveries. */
async function enter(width = 1440) {
  const visitor = await openVisitor('en-GB');
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.context.addInitScript(
    `localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`,
  );
  await visitor.page.goto('/admin/deliveries');
  await untilAlive(visitor.page);
  return visitor;
}

test.describe('a receiver of questions', () => {
  test.skip(
    stack.receiverPort === undefined,
    'a given stack knows no webhook, and not our side of the network',
  );
  interface Answer {
    status: number;
    words?: string;
  }
  const well: Answer = { status: 204 };
  const down: Answer = { status: 500 };
  /** By the sender's address. Leads of other tests succeed. */
  const answers = new Map<string, Answer>();
  const run = Date.now().toString(36);
  const emailOf = (name: string) => `${name}-${run}@example.org`;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  test.beforeAll(async () => {
    receiver = await startReceiver({ port: Number(stack.receiverPort) });
    receiver.answerWith((response, { body }) => {
      const { status, words } = answers.get(readEmail(body)) ?? well;
      response.writeHead(status, { 'content-type': 'text/html' }).end(words);
    });
    await deliverAll();
  });
  test.afterAll(async () => {
    answers.clear();
    await deliverAll();
    await receiver.close();
  });

  function readEmail(body: string): string {
    return (JSON.parse(body) as { email: string }).email;
  }

  /** Delivers everything that other tests left, so that from here on whatever fails or waits is ours. */
  async function deliverAll(): Promise<void> {
    const ever = { endpoint: 'question', from: '2000-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
    await ask('webhook-endpoints/question/on', {});
    await expect(async () => {
      await ask('deliveries/replay', ever);
      expect(await readEndpoint()).toMatchObject({ waiting: 0, failed: 0 });
    }).toPass({ timeout: patienceMs, intervals: [200] });
  }

  /** Without a body it is a GET. */
  async function ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${stack.baseUrl}/api/admin/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  async function readEndpoint(): Promise<WebhookEndpointAnswer | undefined> {
    const { endpoints } = (await ask('webhook-endpoints')) as WebhookEndpointsAnswer;
    return endpoints.find(({ name }) => name === 'question');
  }

  /** Sends a visitor's question, which the receiver answers as given; returns the lead's id. */
  async function askQuestion(name: string, answer: Answer, idea = 'How?'): Promise<string> {
    answers.set(emailOf(name), answer);
    const response = await fetch(`${stack.baseUrl}/api/setups-inquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'question',
        email: emailOf(name),
        idea,
        language: 'ENG',
        timestamp: new Date().toISOString(),
      }),
    });
    expect(response.status).toBe(202);
    return ((await response.json()) as { id: string }).id;
  }

  /** The delivery of a lead, once it has this status. */
  async function deliveryOf(leadId: string, status: DeliveryStatus, attempts: number) {
    const read = async () => ((await ask(`leads/${leadId}`)) as OneLeadAnswer).deliveries[0];
    // Until the worker has stored the lead, reading it throws, which a poll would not survive.
    await expect(async () => {
      expect(await read()).toMatchObject({ status, attempts });
    }).toPass({ timeout: patienceMs, intervals: [100] });
    const delivery = await read();
    if (!delivery) throw new Error('There is no delivery any more.');
    return delivery;
  }

  const rowOf = (page: Page, { createdAt }: DeliveryAnswer) =>
    page
      .getByRole('group', { name: texts.list })
      .getByRole('row')
      .filter({ has: page.locator(`time[datetime="${createdAt}"]`) });

  test('failed it twice: its words are shown as text, and it gets the question again, at 375 px', async () => {
    const words = `<img src=x onerror="window.hit=1">\u202e${'x'.repeat(900)}`;
    const idea = `<script>window.hit=1</script>\u202e${'x'.repeat(2_000)}`;
    const leadId = await askQuestion('hostile', { status: 500, words }, idea);
    const failed = await deliveryOf(leadId, 'failed', 2);
    const { page, faults } = await enter(375);
    const row = rowOf(page, failed);
    await row.getByText(texts.statusFailed, { exact: true }).waitFor();
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: texts.one });
    const attempts = dialog.getByRole('group', { name: texts.attempts });
    await attempts.waitFor();
    await expect(attempts.locator('code')).toHaveText([words, words]);
    // On a phone each value carries the name of its column.
    await expect(attempts.getByRole('cell', { name: 'Answer 500', exact: true })).toHaveCount(2);
    const body = await dialog.getByRole('group', { name: texts.body }).textContent();
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'lead.question', id: leadId, idea });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

    answers.set(emailOf('hostile'), well);
    await dialog.getByRole('button', { name: texts.replay }).click();
    await page.getByText(texts.replayedTitle).first().waitFor();
    await deliveryOf(leadId, 'delivered', 3);
    const received = receiver.requests.filter((request) => readEmail(request.body) === emailOf('hostile'));
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id, failed.id, failed.id]);
    expect(new Set(received.map((request) => request.body)).size).toBe(1);
    // The first Escape would take the toast, which lies over the dialog.
    await dialog.getByRole('button', { name: en.common.close }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: en.admin.refresh }).click();
    await row.getByText(texts.statusDelivered, { exact: true }).waitFor();

    await row.getByRole('button').click();
    await dialog.getByRole('link', { name: texts.lead }).click();
    await page.getByRole('heading', { level: 1, name: emailOf('hostile') }).waitFor();
    await expect(page.getByRole('group', { name: texts.attempts }).locator('code')).toHaveCount(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => page.evaluate('window.hit')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('was down for a time: what it missed is counted, and then sent', async () => {
    const names = ['one', 'two', 'three'];
    const leadIds = await Promise.all(names.map((name) => askQuestion(name, down)));
    await Promise.all(leadIds.map((leadId) => deliveryOf(leadId, 'failed', 2)));
    const { page } = await enter();
    const panel = page.getByRole('region', { name: texts.range });
    await panel.getByLabel(texts.endpoint).selectOption('question');
    await panel.getByLabel(texts.from).fill(midnightIn(-3));
    await panel.getByLabel(texts.until).fill(midnightIn(1));
    await panel.getByRole('button', { name: texts.count }).click();
    await panel.getByText('3 failed deliveries.').waitFor();
    expect(await readEndpoint()).toMatchObject({ waiting: 0, failed: 3 });

    for (const name of names) answers.set(emailOf(name), well);
    await panel.getByRole('button', { name: 'Send 3 again' }).click();
    await page.getByText('3 deliveries are on their way.').first().waitFor();
    await Promise.all(leadIds.map((leadId) => deliveryOf(leadId, 'delivered', 3)));
  });

  test('answered 410: nothing more is sent to it until it is switched on, in Dutch', async () => {
    const gone = await askQuestion('gone', { status: 410 });
    await expect.poll(readEndpoint).toMatchObject({ offReason: 'gone', waiting: 1 });
    const after = await askQuestion('after', well);
    await deliveryOf(gone, 'waiting', 1);
    await deliveryOf(after, 'waiting', 0);
    const { page } = await enter();
    await page.getByRole('button', { name: 'Nederlands' }).click();
    const row = page
      .getByRole('group', { name: nl.admin.deliveries.endpoints })
      .getByRole('row')
      .filter({
        has: page.getByRole('rowheader', { name: nl.admin.deliveries.endpointQuestion, exact: true }),
      });
    await row.getByText(nl.admin.deliveries.off).waitFor();
    await expect(row.getByRole('cell').nth(2)).toHaveText('2');

    answers.set(emailOf('gone'), well);
    await row.getByRole('button', { name: 'Aanzetten: Vraag' }).click();
    await page.getByText('2 bezorgingen gaan nu de deur uit.').first().waitFor();
    await row.getByText(nl.admin.deliveries.on, { exact: true }).waitFor();
    await deliveryOf(gone, 'delivered', 2);
    await deliveryOf(after, 'delivered', 1);
  });

  test('gets a test at the address that the owner sets for something else, at 375 px', async () => {
    const { page } = await enter(375);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Set up: Guide' }).click();
    await dialog.getByLabel(texts.address).fill(`${receiver.url}/a-token`);
    await dialog.getByRole('button', { name: texts.save }).click();
    await page.getByText(`127.0.0.1:${receiver.port}/…`).waitFor();
    await page.getByRole('button', { name: 'Send a test: Guide' }).click();
    await page.getByText(texts.testTaken).waitFor();
    const [last] = receiver.requests.filter(({ path }) => path === '/hook/a-token');
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ type: 'test', endpoint: 'prompt-signup' });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Change: Guide' }).click();
    await dialog.getByRole('button', { name: texts.remove }).click();
    await page.getByRole('button', { name: 'Set up: Guide' }).waitFor();
  });
});

/** As the owner types it: the start of a day in Amsterdam, `days` from now. */
function midnightIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' })}T00:00`;
}
