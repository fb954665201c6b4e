import type { SubscriberCounts, SubscriberOfPage, SubscribersPage } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { address, renderAdmin } from '../../testing/render';
import SubscribersScreen from './subscribers-screen';

const words = messages.en.admin.subscribers;
const call = 'POST /api/admin/subscribers/search';
const counts: SubscriberCounts = { confirmed: 1_200, pending: 3, unsubscribed: 0 };

function subscriber(name: string, more: Partial<SubscriberOfPage> = {}): SubscriberOfPage {
  return {
    id: name,
    email: `${name}@example.org`,
    state: 'confirmed',
    language: 'NL',
    consent: {
      sentence: 'You agree to a mail a month.',
      givenAt: '2026-03-01T09:00:00Z',
      confirmedAt: '2026-03-01T09:05:07Z',
      confirmedBy: 'mail',
      withdrawnAt: null,
    },
    bounce: null,
    ...more,
  };
}

async function open(pages: SubscribersPage[], path = '/admin/subscribers') {
  const asked = await answerCalls(call, ...pages.map((body) => ({ body })));
  await answerCalls('GET /api/admin/subscribers/counts', { body: counts });
  renderAdmin(<SubscribersScreen />, { path });
  return asked;
}
const bodies = async (asked: { read: () => Promise<{ body: unknown }[]> }) =>
  (await asked.read()).map(({ body }) => body);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = page.getByRole('table').getByRole('row');
const dialog = page.getByRole('dialog', { name: words.consent });

it('lists those who get the letter, and one more page when asked', async () => {
  const asked = await open([
    { subscribers: [subscriber('anna'), subscriber('bert')], cursor: 'bert' },
    { subscribers: [subscriber('cleo')] },
  ]);
  await expect.poll(() => rows.elements().length).toBe(3); // with the head
  await expect.element(rows.nth(1)).toHaveTextContent(words.byMail);
  await expect.element(page.getByRole('link', { name: `${words.confirmed} 1,200` })).toBeVisible();
  await button(messages.en.admin.more).click();
  await expect.poll(() => rows.elements().length).toBe(4);
  expect(await bodies(asked)).toEqual([
    { state: 'confirmed', q: '', cursor: '' },
    { state: 'confirmed', q: '', cursor: 'bert' },
  ]);
});

it('shows what somebody agreed to, and how it was confirmed', async () => {
  await open([{ subscribers: [subscriber('anna')] }]);
  await button('anna@example.org').click();
  await expect.element(dialog).toHaveTextContent('You agree to a mail a month.');
  await expect.element(dialog).toHaveTextContent('10:05:07');
  await expect
    .element(dialog.getByRole('link', { name: words.lead }))
    .toHaveAttribute('href', '/admin/leads/anna');
});

it.each([
  ['the sentence is not known', { sentence: null }, words.sentenceUnknown],
  ['no mail was sent to confirm', { confirmedBy: 'form' }, words.formText],
  ['a file said so', { confirmedBy: 'import' }, words.importText],
] as const)('says where %s', async (_, consent, sentence) => {
  const { consent: whole } = subscriber('anna');
  await open([{ subscribers: [subscriber('anna', { consent: { ...whole, ...consent } })] }]);
  await button('anna@example.org').click();
  await expect.element(dialog).toHaveTextContent(sentence);
});

it('marks an address that refuses mail', async () => {
  const bounce = { at: '2026-03-02T09:00:00Z', status: '5.1.1' };
  await open([{ subscribers: [subscriber('anna', { bounce }), subscriber('bert')] }]);
  await expect.element(rows.nth(1)).toHaveTextContent(words.bounced);
  await expect.element(rows.nth(2)).not.toHaveTextContent(words.bounced);
  await button('anna@example.org').click();
  await expect.element(dialog).toHaveTextContent('5.1.1');
});

it('searches once typing has paused, and puts no address into the page’s own', async () => {
  const asked = await open([{ subscribers: [] }]);
  await expect.element(page.getByText(words.none, { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('anna@example.org');
  await expect.element(page.getByText(words.noneFound, { exact: true })).toBeVisible();
  expect((await bodies(asked)).at(-1)).toEqual({ state: 'confirmed', q: 'anna@example.org', cursor: '' });
  await expect.element(address).toHaveTextContent(/^\/admin\/subscribers$/);
});

it('fetches the CSV of what is typed, also before the list has followed', async () => {
  const asked = await open([{ subscribers: [subscriber('anna')] }]);
  await expect.poll(() => rows.elements().length).toBe(2);
  await page.getByRole('searchbox').fill('anna');
  await button(messages.en.admin.leads.csv).click();
  const csv = async () => (await asked.read()).find(({ headers }) => headers['accept'] === 'text/csv');
  await expect.poll(csv).toMatchObject({ body: { state: 'confirmed', q: 'anna' } });
});

it('has a list for each state', async () => {
  const asked = await open([{ subscribers: [subscriber('anna')] }]);
  await page.getByRole('link', { name: words.unsubscribed }).click();
  await expect.element(address).toHaveTextContent('/admin/subscribers?list=unsubscribed');
  await expect
    .poll(async () => (await bodies(asked)).at(-1))
    .toEqual({ state: 'unsubscribed', q: '', cursor: '' });
  await expect.element(page.getByRole('columnheader', { name: words.stopped })).toBeInTheDocument();
});

it('can be asked for again after it could not be fetched', async () => {
  await answerCalls(call, refusal(503, 'unavailable'), { body: { subscribers: [subscriber('anna')] } });
  await answerCalls('GET /api/admin/subscribers/counts', { body: counts });
  renderAdmin(<SubscribersScreen />, { path: '/admin/subscribers' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.notFetched);
  await button(messages.en.admin.retry).click();
  await expect.poll(() => rows.elements().length).toBe(2);
});

it('keeps a long address within its width, at 375 px too', async () => {
  await page.viewport(375, 812);
  const bounce = { at: '2026-03-02T09:00:00Z', status: '5.1.1' };
  await open([{ subscribers: [subscriber('w'.repeat(240), { bounce })] }]);
  await expect.element(rows.nth(1)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  await page.viewport(1440, 900);
});
