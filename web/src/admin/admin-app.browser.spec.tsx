import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '../testing/render';
import { AdminApp } from './admin-app';

it('the logo over shared figures leads to the home page in their language', async () => {
  renderAdmin(<AdminApp />, { path: '/shared' });
  await expect.element(page.getByRole('link', { name: 'Voordeur, home' })).toHaveAttribute('href', '/en');
});

it('the switch of the language is not on the admin’s pages', async () => {
  renderAdmin(<AdminApp />, { path: '/admin' });
  await expect.element(page.getByRole('link', { name: 'Voordeur admin, home' })).toBeVisible();
  expect(
    page
      .getByRole('banner')
      .getByRole('link', { name: /^(NL|EN)/ })
      .elements(),
  ).toEqual([]);
});
