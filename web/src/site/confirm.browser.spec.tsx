import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../testing/api';
import { renderSite, toast } from '../testing/render';
import { ConfirmCard } from './routes/confirm.route';

const button = (name: string) => page.getByRole('button', { name });

it.each(['en', 'nl'] as const)('confirms on a press and not before (%s)', async (language) => {
  const words = messages[language].confirm;
  const calls = await answerCalls('POST /api/newsletter-confirm', { status: 202, body: { id: '1' } });
  renderSite(<ConfirmCard />, { language, path: '/confirm?token=abc' });
  await expect.element(button(words.submit)).toBeVisible();
  expect(await calls.read()).toEqual([]);
  await button(words.submit).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(words.done);
  expect((await calls.read()).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expect.element(button(words.submit)).not.toBeInTheDocument();
});

it.each([
  ['the api is away', refusal(503, 'unavailable')],
  ['the connection is cut', 'cut off' as const],
])('says so when %s, and can be pressed again', async (_when, answer) => {
  await answerCalls('POST /api/newsletter-confirm', answer);
  renderSite(<ConfirmCard />, { path: '/confirm?token=abc' });
  await button(messages.en.confirm.submit).click();
  await expect.element(toast).toHaveTextContent('Something went wrong. Please try again.');
  await expect.element(button(messages.en.confirm.submit)).toBeEnabled();
});

it('two presses at once are one call', async () => {
  const calls = await answerCalls('POST /api/newsletter-confirm', { status: 202, body: { id: '1' } });
  renderSite(<ConfirmCard />, { path: '/confirm?token=abc' });
  await expect.element(button(messages.en.confirm.submit)).toBeVisible();
  const pressed = button(messages.en.confirm.submit).element() as HTMLButtonElement;
  pressed.click();
  pressed.click();
  await expect.element(page.getByRole('status')).toHaveTextContent(messages.en.confirm.done);
  expect(await calls.read()).toHaveLength(1);
});

it('has no button without a key, and says so', async () => {
  renderSite(<ConfirmCard />, { path: '/confirm' });
  await expect.element(page.getByText(messages.en.confirm.missing)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it.each(['en', 'nl'] as const)(
  'the link of the mail about an unsubscribe undoes it on a press (%s)',
  async (language) => {
    const words = messages[language].confirm;
    const calls = await answerCalls('POST /api/newsletter-confirm', { status: 202, body: { id: '1' } });
    renderSite(<ConfirmCard />, { language, path: '/confirm?token=abc&undo=1' });
    await expect.element(page.getByText(words.undoText)).toBeVisible();
    expect(await calls.read()).toEqual([]);
    await button(words.undoSubmit).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(words.undoDone);
    expect((await calls.read()).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  },
);

it('a link that is past says so, with a way to sign up again', async () => {
  await answerCalls('POST /api/newsletter-confirm', refusal(410, 'confirmation-expired'));
  renderSite(<ConfirmCard />, { path: '/confirm?token=abc&undo=1' });
  await button(messages.en.confirm.undoSubmit).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(messages.en.confirm.expired);
  await expect.element(page.getByRole('link', { name: messages.en.confirm.again })).toBeVisible();
});
