import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderSite } from '../../testing/render';
import { UnsubscribeCard } from './unsubscribe-card';

const heading = page.getByRole('heading', { level: 1 });
const button = page.getByRole('button', { name: 'Unsubscribe' });

const show = (query: string) => renderSite(<UnsubscribeCard />, { path: `/unsubscribe${query}` });

it('asks before, and afterwards says that it is done and leads home', async () => {
  await answerCalls('POST /api/unsubscribe', { status: 202, body: { id: '1' } });
  show('?email=a@example.org');
  await expect.element(heading).toHaveTextContent('No more letters?');
  await button.click();
  await expect.element(page.getByText('You have been unsubscribed!')).toBeVisible();
  await expect.element(heading).toHaveTextContent('That was the last one.');
  await expect.element(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
});

it('without an address in the link, one can be entered', async () => {
  const calls = await answerCalls('POST /api/unsubscribe', { status: 202, body: { id: '1' } });
  show('?email=nobody');
  await expect.element(page.getByText(/^No email address was found in the URL\./)).toBeVisible();
  await page.getByLabelText('Your email address').fill('b@example.org');
  await button.click();
  await expect.element(page.getByText('You have been unsubscribed!')).toBeVisible();
  expect((await calls.read()).map(({ body }) => body)).toEqual([{ email: 'b@example.org' }]);
});
