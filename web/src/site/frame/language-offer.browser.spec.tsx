import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, renderSite } from '../../testing/render';
import { pageOf } from '../pages/paths';
import { SiteFrame } from '../site-frame';

afterEach(() => page.viewport(1440, 900));

it.each([
  [375, 667],
  [667, 375],
  [1440, 900],
])(
  'the offer of another language is a line under the bar, and covers nothing at %i × %i',
  async (...size) => {
    await page.viewport(...size);
    renderSite(
      <SiteFrame page={pageOf('/nl/learn')}>
        <div style={{ height: '300vh' }} />
      </SiteFrame>,
      { language: 'nl', path: '/nl/learn' },
    );
    const offer = page.getByRole('complementary', { name: 'Language' });
    await expect.element(offer).toBeInViewport({ ratio: 1 });
    const [bar, line, main] = ['banner', 'complementary', 'main'].map((role) =>
      page.getByRole(role).element().getBoundingClientRect(),
    );
    expect([line?.top, main?.top]).toEqual([bar?.bottom, line?.bottom]);
    // It goes with the page.
    scrollTo({ top: 500, behavior: 'instant' });
    await expect.element(offer).not.toBeInViewport();
  },
);

describe.each([
  ['/nl/legal?tab=terms', '/legal?tab=terms'],
  ['/nl/afmelden?email=a@b.nl', '/unsubscribe?email=a@b.nl'],
])('a deep link, %s, in another language than the browser’s', (path, other) => {
  const draw = () =>
    renderSite(<SiteFrame page={pageOf(path.split('?')[0] ?? '')}>A page</SiteFrame>, {
      language: 'nl',
      path,
    });

  it('stays, and offers the other one', async () => {
    draw();
    await expect.element(page.getByText('This page is also available in English.')).toBeVisible();
    await expect.element(address).toHaveTextContent(path);
    await page.getByRole('link', { name: 'Continue in English' }).click();
    await expect.element(address).toHaveTextContent(other);
    expect(localStorage.getItem('user_language_choice')).toBe('en');
  });

  it('offers nothing again once that was closed', async () => {
    draw();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
    expect(localStorage.getItem('user_language_choice')).toBe('nl');
    draw();
    await expect.element(page.getByText('A page')).toBeVisible();
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  });
});
