import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, renderSite } from '../../testing/render';
import { LegalDocuments } from './legal-documents';

it('an arrow opens the next tab, and with Alt, which goes back and forward, none', async () => {
  renderSite(<LegalDocuments />, { path: '/legal?tab=disclaimer' });
  const tab = page.getByRole('tab', { name: 'Disclaimer' });
  await expect.element(tab).toBeVisible();
  (tab.element() as HTMLElement).focus();
  const pressed = new Promise<KeyboardEvent>((resolve) =>
    addEventListener('keydown', (event) => event.key === 'ArrowRight' && resolve(event)),
  );
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await pressed;
  expect(document.activeElement).toBe(tab.element());
  await expect.element(address).toHaveTextContent('/legal?tab=disclaimer');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(address).toHaveTextContent('/legal?tab=terms');
});
