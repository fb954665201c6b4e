import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderSite } from '../../testing/render';
import { ConfirmCard } from './confirm-card';

const button = (name: string) => page.getByRole('button', { name });

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
