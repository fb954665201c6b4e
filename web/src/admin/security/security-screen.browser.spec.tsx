import type { OwnerSession, ShownSecurityEvent } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import SecurityScreen from './security-screen';

const words = messages.en.admin.security;
const own: OwnerSession = {
  id: '1',
  openedAt: '2026-07-10T08:00:00Z',
  expiresAt: '2026-07-10T16:00:00Z',
  network: '203.0.113.0/24',
  browser: 'Firefox, Linux',
  isOwn: true,
};
const other: OwnerSession = { ...own, id: '2', browser: null, network: null, isOwn: false };
const event: ShownSecurityEvent = {
  id: '3',
  kind: 'lockout',
  occurredAt: '2026-07-10T07:00:00Z',
  network: '198.51.100.0/24',
  browser: null,
};

beforeEach(async () => {
  await answerCalls('GET /api/admin/sessions', { body: { sessions: [own, other] } });
  await answerCalls('GET /api/admin/second-factor', { body: { isOn: false } });
  await answerCalls('GET /api/admin/security-events', { body: { events: [event] } });
});

it('shows every session, and ends another one, or all others, but never its own', async () => {
  const one = await answerCalls('DELETE /api/admin/sessions/2', { status: 204 });
  const all = await answerCalls('DELETE /api/admin/sessions', { status: 204 });
  renderAdmin(<SecurityScreen />);
  await expect.element(page.getByText('Firefox, Linux')).toBeVisible();
  expect(page.getByRole('button', { name: /^End the session of/ }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'End the session of Not a browser' }).click();
  await expect.element(toast).toHaveTextContent(words.endedOne);
  expect(await one.read()).toHaveLength(1);
  await page.getByRole('button', { name: words.endOthers }).click();
  await expect.element(toast).toHaveTextContent(words.endedOthers);
  expect(await all.read()).toHaveLength(1);
});

it('says when nothing has happened, and what could not be fetched', async () => {
  await answerCalls('GET /api/admin/security-events', { body: { events: [] } });
  await answerCalls('GET /api/admin/sessions', refusal(503, 'unavailable'));
  renderAdmin(<SecurityScreen />);
  await expect.element(page.getByText(words.noEvents)).toBeVisible();
  await expect.element(page.getByText(words.notFetched)).toBeVisible();
});

it('switches the second factor on only with a code of the app', async () => {
  const secret = { secret: 'ABCDEFGH', address: 'otpauth://totp/Voordeur:admin?secret=ABCDEFGH' };
  await answerCalls('POST /api/admin/second-factor', refusal(422, 'wrong-proof'));
  await answerCalls('POST /api/admin/second-factor/confirm', refusal(422, 'wrong-code'));
  renderAdmin(<SecurityScreen />);
  const key = page.getByLabelText(messages.en.admin.login.secretKey);
  await key.fill('wrong');
  await page.getByRole('button', { name: words.factorBegin }).click();
  await expect.element(key).toHaveAccessibleDescription(messages.en.admin.login.invalid);
  const asked = await answerCalls('POST /api/admin/second-factor', { body: secret });
  await key.fill('the key');
  await page.getByRole('button', { name: words.factorBegin }).click();
  await expect
    .poll(async () => (await asked.read()).at(-1))
    .toMatchObject({ body: { secretKey: 'the key' } });
  await expect.element(page.getByRole('img', { name: words.qr })).toBeVisible();
  await expect.element(page.getByText('ABCDEFGH')).toBeVisible();
  const code = page.getByLabelText(messages.en.admin.login.code);
  await code.fill('123 456');
  await page.getByRole('button', { name: words.factorConfirm }).click();
  await expect.element(code).toHaveAccessibleDescription(messages.en.admin.login.wrongCode);

  const confirmed = await answerCalls('POST /api/admin/second-factor/confirm', { status: 204 });
  await answerCalls('GET /api/admin/second-factor', { body: { isOn: true } });
  await code.fill('654321');
  await page.getByRole('button', { name: words.factorConfirm }).click();
  await expect.element(page.getByText(words.factorOn)).toBeVisible();
  expect((await confirmed.read()).at(-1)).toMatchObject({ body: { code: '654321' } });
});

it('calls the second factor off before it is on, and forgets its secret', async () => {
  const secret = { secret: 'ABCDEFGH', address: 'otpauth://totp/Voordeur:admin?secret=ABCDEFGH' };
  await answerCalls('POST /api/admin/second-factor', { body: secret });
  renderAdmin(<SecurityScreen />);
  const key = page.getByLabelText(messages.en.admin.login.secretKey);
  await key.fill('the key');
  await page.getByRole('button', { name: words.factorBegin }).click();
  await expect.element(page.getByText('ABCDEFGH')).toBeVisible();
  await page.getByRole('button', { name: messages.en.admin.cancel }).click();
  await expect.element(key).toHaveValue('');
  await expect.element(page.getByText('ABCDEFGH')).not.toBeInTheDocument();
});

it('is read again on request', async () => {
  renderAdmin(<SecurityScreen />);
  await expect.element(page.getByText('198.51.100.0/24')).toBeVisible();
  await answerCalls('GET /api/admin/security-events', { body: { events: [] } });
  await page.getByRole('button', { name: messages.en.admin.refresh }).click();
  await expect.element(page.getByText('198.51.100.0/24')).not.toBeInTheDocument();
});
