import {
  type WebhookEndpointAnswer,
  webhookEndpoints,
  type WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { readAdminDrafts } from '../../lib/admin-drafts';
import { EndpointsPanel } from './endpoints-panel';

const path = '/api/admin/webhook-endpoints';
const words = messages.en.admin.deliveries;
const none = {
  ...{ configured: false, isLocked: false, host: null, offSince: null, offReason: null },
  ...{ waiting: 0, failed: 0, test: null },
};
const hers = { configured: true, host: 'hooks.example.org' };
const secret = { madeAt: null };
const panel = page.getByRole('region', { name: 'Where your leads go' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const change = button('Change: Question');
const sendTest = button('Send a test: Question');
const address = page.getByLabelText(words.address, { exact: true });

function answerOf(
  question: Partial<WebhookEndpointAnswer>,
  given: Partial<WebhookEndpointsAnswer> = {},
): WebhookEndpointsAnswer {
  const endpoints = webhookEndpoints.map((name) => ({ name, ...none, ...(name === 'question' && question) }));
  return { endpoints, secret, ...given };
}

async function show(...given: Parameters<typeof answerOf>): Promise<void> {
  await answerCalls(`GET ${path}`, { body: answerOf(...given) });
  renderAdmin(<EndpointsPanel />);
}

it.each([
  [false, 'Not set up yet: your leads come by email only'],
  [true, 'an address that says it’s gone is switched off'],
])('says where leads go when one address is set up: %s', async (configured, note) => {
  await show({ configured });
  await expect.element(panel.getByText(note)).toBeVisible();
  await expect.element(panel.getByText('Not set up yet', { exact: true }).first()).toBeVisible();
});

describe('an address', () => {
  it('is saved, and the secret made for it is shown', async () => {
    const made = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const url = 'https://hooks.example.org/catch/a-token';
    const saved = await answerCalls(`PUT ${path}/question`, { body: { secret: made } });
    const madeAt = '2026-11-30T12:00:00Z';
    await answerCalls(
      `GET ${path}`,
      { body: answerOf({}) },
      { body: answerOf(hers, { secret: { madeAt } }) },
    );
    renderAdmin(<EndpointsPanel />);
    await button('Set up: Question').click();
    await expect.element(button(words.save)).toBeDisabled();
    await address.fill(` ${url} `);
    // The tab never keeps it: it may hold a secret.
    expect(JSON.stringify([...readAdminDrafts()])).not.toContain('a-token');
    await button(words.save).click();
    await expect.element(toast).toHaveTextContent(words.saved);
    expect(await saved.read()).toMatchObject([{ body: { url } }]);
    await expect.element(panel.getByText('hooks.example.org/…')).toBeVisible();
    await expect.element(page.getByLabelText(words.secretYours)).toHaveValue(made);
    await expect.element(button(words.secretMake)).toBeVisible();
  });

  it('says at its field that it is wrong', async () => {
    const details = [{ field: 'url', message: 'is wrong' }];
    await answerCalls(`PUT ${path}/question`, refusal(400, 'invalid-body', { details }));
    await show(hers);
    await change.click();
    await address.fill('hooks.example.org');
    await button(words.save).click();
    await expect.element(address).toHaveAccessibleDescription(words.wrongAddress);
    await address.fill('https://hooks.example.org');
    await expect.element(address).not.toHaveAttribute('aria-invalid');
  });

  it('says so when it could not be saved, and stays typed', async () => {
    await answerCalls(`PUT ${path}/question`, refusal(503, 'unavailable'));
    await show(hers);
    await change.click();
    await address.fill('https://hooks.example.org');
    await button(words.save).click();
    await expect.element(toast).toHaveTextContent(words.notSaved);
    await expect.element(address).toHaveValue('https://hooks.example.org');
  });

  it('is taken away', async () => {
    const removed = await answerCalls(`DELETE ${path}/question`, { status: 204 });
    await show(hers);
    await change.click();
    await button(words.remove).click();
    await expect.element(toast).toHaveTextContent(words.removed);
    expect(await removed.read()).toHaveLength(1);
  });

  it('has no field where the operator has set it, but a test', async () => {
    await show({ configured: true, isLocked: true });
    await expect.element(panel.getByText(words.lockedAddress)).toBeVisible();
    await expect.element(sendTest).toBeVisible();
    expect(change.elements()).toHaveLength(0);
  });

  it('is asked for again where it cannot be read any more', async () => {
    await show({ configured: true });
    await expect.element(panel.getByText(words.addressAgain)).toBeVisible();
    await expect.element(change).toBeVisible();
    expect(sendTest.elements()).toHaveLength(0);
  });
});

describe('a test', () => {
  const plannedAt = '2026-11-30T12:00:00Z';
  const withTest = (test: WebhookEndpointAnswer['test']) => answerOf({ ...hers, test });

  it('says when it has arrived', async () => {
    const waiting = withTest({ plannedAt, state: 'waiting', error: null });
    await answerCalls(`POST ${path}/question/test`, { status: 202, body: waiting });
    const sent = withTest({ plannedAt, state: 'sent', error: null });
    await answerCalls(`GET ${path}`, { body: answerOf(hers) }, { body: waiting }, { body: sent });
    renderAdmin(<EndpointsPanel />);
    await sendTest.click();
    await expect.element(panel.getByText(words.testing)).toBeVisible();
    await expect.element(sendTest).toBeDisabled();
    await expect.element(panel.getByText(words.testTaken)).toBeVisible();
    await expect.element(sendTest).toBeEnabled();
  });

  it.each([
    ['404', words.testRefused],
    ['timeout', words.testNoAnswer],
    ['ENOTFOUND', words.testNoAnswer],
    ['address-not-allowed', words.testPrivate],
  ])('says what to do when it failed: %s', async (error, said) => {
    await show({ ...hers, test: { plannedAt, state: 'failed', error } });
    await expect.element(panel.getByText(said.replace('{code}', error))).toBeVisible();
  });

  it('is not offered while the endpoint is off', async () => {
    await show({ ...hers, offSince: plannedAt, offReason: 'gone' });
    await expect.element(button('Switch on: Question')).toBeVisible();
    expect(sendTest.elements()).toHaveLength(0);
  });
});

describe('the secret', () => {
  it('is shown once another is made', async () => {
    const made = await answerCalls(`POST ${path}/secret`, { body: { secret: 'whsec_the-next-one' } });
    await show(hers, { secret: { madeAt: '2026-11-30T12:00:00Z' } });
    expect(page.getByLabelText(words.secretYours).elements()).toHaveLength(0);
    await button(words.secretMake).click();
    await expect.element(page.getByLabelText(words.secretYours)).toHaveValue('whsec_the-next-one');
    expect(await made.read()).toHaveLength(1);
  });
});

it('fits a phone', async () => {
  await page.viewport(375, 667);
  const host = `${'a-very-long-name-of-a-host.'.repeat(4)}example.org`;
  await show({ ...hers, host, test: { plannedAt: '2026-11-30T12:00:00Z', state: 'failed', error: '404' } });
  await expect.element(panel.getByText(`${host}/…`)).toBeVisible();
  const table = panel.getByRole('group').element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
});
