import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../testing/api';
import { renderSite, toast } from '../testing/render';
import { UnsubscribeCard } from './routes/unsubscribe.route';

const heading = page.getByRole('heading', { level: 1 });
const button = page.getByRole('button', { name: 'Unsubscribe' });

const unsubscribe = 'POST /api/unsubscribe';
const done = { status: 202, body: { id: '1' } };

const show = (query: string, language: 'en' | 'nl' = 'en') =>
  renderSite(<UnsubscribeCard />, { language, path: `/unsubscribe${query}` });

it('asks before, and afterwards says that it is done and leads home', async () => {
  await answerCalls(unsubscribe, done);
  show('?email=a@example.org');
  await expect.element(heading).toHaveTextContent('No more letters?');
  await button.click();
  await expect.element(page.getByText('You have been unsubscribed!')).toBeVisible();
  await expect.element(heading).toHaveTextContent('That was the last one.');
  await expect.element(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
});

it('without an address in the link, one can be entered', async () => {
  const calls = await answerCalls(unsubscribe, done);
  show('?email=nobody');
  await expect.element(page.getByText(/^No email address was found in the URL\./)).toBeVisible();
  await page.getByLabelText('Your email address').fill('b@example.org');
  await button.click();
  await expect.element(page.getByText('You have been unsubscribed!')).toBeVisible();
  expect((await calls.read()).map(({ body }) => body)).toEqual([{ email: 'b@example.org' }]);
});

it.each([
  ['email=a%2Bb%40example.org', 'a+b@example.org'],
  ['email=a+b@example.org', 'a+b@example.org'],
  ['email=a%40example.org%20', 'a@example.org'],
  ['email=%20a%40example.org', 'a@example.org'],
  ['email=%3Ca%40example.org%3E', 'a@example.org'],
  ['email=a%40example.org%3E', 'a@example.org'],
  ['email=a%40example.org,', 'a@example.org'],
  ['email=a%40example.org.', 'a@example.org'],
  ['email=mailto:a%40example.org', 'a@example.org'],
  ['EMAIL=a%40example.org', 'a@example.org'],
  ['amp;email=a%40example.org', 'a@example.org'],
])('reads ?%s as %s, and sends it on a press and not before', async (query, email) => {
  const calls = await answerCalls(unsubscribe, done);
  show(`?${query}`);
  await expect.element(page.getByText(email, { exact: true })).toBeVisible();
  expect(await calls.read()).toEqual([]);
  await button.click();
  await expect.element(page.getByText(`If ${email} was on the list, it isn't any more.`)).toBeVisible();
  expect((await calls.read()).map(({ body }) => body)).toEqual([{ email }]);
});

it.each(['en', 'nl'] as const)(
  'a link with a key names no address, before and after (%s)',
  async (language) => {
    const words = messages[language].unsubscribe;
    const calls = await answerCalls(unsubscribe, done);
    show('?token=abc', language);
    await page.getByRole('button', { name: words.submit }).click();
    await expect.element(toast).toHaveTextContent(words.doneText);
    expect((await calls.read()).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await expect.element(page.getByText(/ was on the list| op de lijst stond/)).not.toBeInTheDocument();
  },
);

it('has room for another address once it is done', async () => {
  const calls = await answerCalls(unsubscribe, done);
  show('?email=a@example.org');
  await button.click();
  const field = page.getByLabelText('Another address? Enter it here.');
  await field.fill('nobody');
  await button.click();
  await expect.element(page.getByText('Enter an email address')).toBeVisible();
  await field.fill('b@example.org');
  await button.click();
  await expect.element(page.getByText("If b@example.org was on the list, it isn't any more.")).toBeVisible();
  expect((await calls.read()).map(({ body }) => body)).toEqual([
    { email: 'a@example.org' },
    { email: 'b@example.org' },
  ]);
});

it.each([
  ['the api is away', refusal(503, 'unavailable')],
  ['the connection is cut', 'cut off' as const],
])('says so when %s, and can be pressed again', async (_when, answer) => {
  const calls = await answerCalls(unsubscribe, answer);
  show('?email=a@example.org');
  await button.click();
  await expect.element(toast).toHaveTextContent('Something went wrong. Please try again.');
  await expect.element(button).toBeEnabled();
  expect(await calls.read()).toHaveLength(1);
});

it('two presses at once are one call', async () => {
  const calls = await answerCalls(unsubscribe, done);
  show('?email=a@example.org');
  await expect.element(button).toBeVisible();
  const pressed = button.element() as HTMLButtonElement;
  pressed.click();
  pressed.click();
  await expect.element(page.getByText('You have been unsubscribed!')).toBeVisible();
  expect(await calls.read()).toHaveLength(1);
});

it.each(['', '?email=', '?email=nobody'])('sends nothing for "%s" without an address', async (query) => {
  const calls = await answerCalls(unsubscribe, done);
  show(query);
  await expect.element(page.getByText(/^No email address was found in the URL\./)).toBeVisible();
  await button.click();
  await expect.element(page.getByText('Enter an email address')).toBeVisible();
  expect(await calls.read()).toEqual([]);
});
