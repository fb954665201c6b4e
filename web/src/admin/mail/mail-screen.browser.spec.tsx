import type { MailAccount, MailAccountAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { readAdminDrafts } from '../../lib/admin-drafts';
import MailScreen from './mail-screen';

const { mail } = messages.en.admin;
const path = '/api/admin/mail';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sentence = (words: string, values: Record<string, string> = {}) =>
  page.getByText(words.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));

const nothing: MailAccountAnswer = {
  isLocked: false,
  account: null,
  hasPassword: false,
  sender: null,
  owner: null,
  test: null,
};
const addresses = { sender: 'Jane <jane@example.org>', owner: 'jane@example.org' };
const account: MailAccount = {
  host: 'smtp.example.org',
  port: 465,
  security: 'tls',
  userName: 'jane',
  ...addresses,
};
const set: MailAccountAnswer = { ...nothing, account, hasPassword: true, ...addresses };

const noChecks = { body: { 'mail-records': null, 'booking-page': null } };

async function show(answer: MailAccountAnswer, ...checks: { body: object }[]): Promise<void> {
  await answerCalls(`GET ${path}`, { body: answer });
  await answerCalls('GET /api/admin/checks', ...(checks.length > 0 ? checks : [noChecks]));
  renderAdmin(<MailScreen />);
}

it('is empty at first, and saves what is typed', async () => {
  const saved = await answerCalls(`PUT ${path}`, { body: set });
  await show(nothing);
  await expect.element(sentence(mail.noServer)).toBeVisible();
  await expect.element(button(mail.save)).toBeDisabled();
  await field(mail.host).fill(' smtp.example.org ');
  await field(mail.security).selectOptions('starttls');
  await expect.element(field(mail.port)).toHaveValue('587');
  await field(mail.userName).fill('jane');
  await field(mail.password).fill('a word of hers');
  await field(mail.sender).fill(addresses.sender);
  await field(mail.owner).fill(addresses.owner);
  // The tab keeps what is typed, but never a password.
  expect(JSON.stringify([...readAdminDrafts()])).not.toContain('a word of hers');
  await button(mail.save).click();
  await expect.element(toast).toHaveTextContent(mail.saved);
  const [call] = await saved.read();
  expect(call?.body).toEqual({
    ...{ ...account, port: 587, security: 'starttls' },
    password: 'a word of hers',
  });
  expect(readAdminDrafts().size).toBe(0);
  await expect.element(field(mail.password)).toHaveValue('');
});

it('keeps a password that is not typed again', async () => {
  const saved = await answerCalls(`PUT ${path}`, { body: set });
  await show(set);
  await expect.element(field(mail.password)).toHaveAttribute('placeholder', mail.passwordKept);
  await field(mail.owner).fill('joe@example.org');
  await button(mail.save).click();
  await expect.poll(() => saved.read()).toMatchObject([{ body: { ...account, owner: 'joe@example.org' } }]);
  expect((await saved.read())[0]?.body).not.toHaveProperty('password');
});

it('asks for a password that cannot be read any more', async () => {
  await show({ ...nothing, account });
  await expect.element(field(mail.password)).toHaveAccessibleDescription(mail.passwordAgain);
  await field(mail.password).fill('again');
  await expect.element(field(mail.password)).not.toHaveAttribute('aria-invalid');
});

it.each([
  ['password', mail.password, mail.passwordAgain],
  ['host', mail.host, mail.wrongHost],
  ['sender', mail.sender, 'One address, alone or as Jane <jane@example.com>.'],
])('says what is wrong at its field: %s', async (name, label, said) => {
  const details = [{ field: name, message: 'is wrong' }];
  await answerCalls(`PUT ${path}`, refusal(400, 'invalid-body', { details }));
  await show(set);
  await field(mail.host).fill('smtp.other.example');
  await button(mail.save).click();
  await expect.element(field(label)).toHaveAccessibleDescription(said);
  await field(mail.host).fill('smtp.third.example');
  await expect.element(field(label)).not.toHaveAttribute('aria-invalid');
});

it('sends a test letter, and says when the server has it', async () => {
  const plannedAt = '2026-11-30T12:00:00Z';
  await answerCalls(`POST ${path}/test`, { status: 202, body: set });
  const waiting = { ...set, test: { plannedAt, state: 'waiting', error: null } as const };
  const sent = { ...set, test: { plannedAt, state: 'sent', error: null } as const };
  await answerCalls(`GET ${path}`, { body: set }, { body: waiting }, { body: sent });
  renderAdmin(<MailScreen />);
  await button(mail.testSend).click();
  await expect.element(button(mail.testing)).toBeDisabled();
  await expect.element(sentence(mail.testSent)).toBeVisible();
});

it.each([
  ['EAUTH', mail.failedLogin],
  ['ECONNECTION', mail.failedReach],
  ['500', mail.failedTls],
  ['550', mail.failedRefused],
  ['address-not-allowed', mail.failedPrivate],
])('says what to do about a letter that failed: %s', async (error, said) => {
  await show({ ...set, test: { plannedAt: '2026-11-30T12:00:00Z', state: 'failed', error } });
  await expect.element(sentence(said, { code: error })).toBeVisible();
});

it('shows what the operator has set, and changes nothing of it', async () => {
  await show({ ...nothing, isLocked: true, ...addresses });
  await expect.element(sentence(mail.locked, addresses)).toBeVisible();
  await expect.element(button(mail.testSend)).toBeVisible();
  expect(button(mail.save).elements()).toHaveLength(0);
});

it('sends no mail any more once she says so', async () => {
  const removed = await answerCalls(`DELETE ${path}`, { body: nothing });
  await show(set);
  await button(mail.remove).click();
  await expect.element(toast).toHaveTextContent(mail.removed);
  expect(await removed.read()).toHaveLength(1);
});

it('looks up whether mail from its domain is believed, and explains what is missing', async () => {
  const outcome = { plannedAt: '2026-11-30T12:00:00.000Z', error: null };
  const found = {
    domain: 'example.org',
    spf: { state: 'found', text: 'v=spf1 <b>mx</b> -all' },
    dkim: { state: 'unknown', text: null },
    dmarc: { state: 'missing', text: null },
  };
  const answer = (records: object | null) => ({ body: { 'mail-records': records, 'booking-page': null } });
  const asked = await answerCalls(
    'POST /api/admin/checks/mail-records',
    answer({ ...outcome, state: 'waiting', found: null }),
  );
  await show(set, noChecks, answer({ ...outcome, state: 'sent', found }));
  await button(mail.recordsLook).click();
  await expect.element(page.getByText('v=spf1 <b>mx</b> -all')).toBeVisible();
  await expect.element(page.getByText(mail.record.found)).toBeVisible();
  await expect.element(page.getByText(mail.record.unknown)).toBeVisible();
  await expect.element(page.getByText(mail.record.missing)).toBeVisible();
  await expect.element(page.getByText(mail.dmarcMissing)).toBeVisible();
  await expect.element(page.getByText(mail.dkimMissing)).not.toBeInTheDocument();
  expect(await asked.read()).toHaveLength(1);
});
