import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderSite } from '../../testing/render';
import { SocialLinks } from './social-links';

it('links to the pages that the owner has, and to no other', async () => {
  renderSite(<SocialLinks links={{ linkedin: 'https://www.linkedin.com/company/front' }} />);
  const links = page.getByRole('list').getByRole('link');
  await expect.element(links.first()).toHaveAttribute('href', 'https://www.linkedin.com/company/front');
  expect(links.elements()).toHaveLength(1);
});
