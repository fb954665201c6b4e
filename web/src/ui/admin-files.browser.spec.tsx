import { messages } from '@voordeur/contracts/messages';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin, toast } from '../testing/render';
import { CopyField } from './copy-field';
import { Download } from './download';

const words = messages.en.admin;

it('says that a text was not copied, and selects it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  renderAdmin(<CopyField label="Link" value="https://example.org/shared" />);
  await page.getByRole('button', { name: words.access.copy }).click();
  await expect.element(toast).toHaveTextContent(words.access.notCopied);
  await expect.element(page.getByLabelText('Link')).toHaveFocus();
  expect(getSelection()?.toString()).toBe('https://example.org/shared');
});

it('says that a file was not made', async () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no room');
  });
  renderAdmin(<Download title="Pages" name="pages" rows={[{ page: '/en' }]} />);
  await page.getByRole('button', { name: words.download.label.replace('{of}', 'Pages') }).click();
  await page.getByRole('button', { name: words.download.json }).click();
  await expect.element(toast).toHaveTextContent(words.download.failed);
});
