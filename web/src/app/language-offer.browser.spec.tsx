import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import { SiteFrame } from './site-frame';

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
