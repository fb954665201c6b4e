import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '../testing/render';
import { Definition } from './definition';

it('the page scrolls on while a popover is open', async () => {
  renderAdmin(<Definition term="Session">Page views with short gaps.</Definition>);
  await page.getByRole('button', { name: 'Session' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(getComputedStyle(document.documentElement).overflow).toBe('visible');
});
