import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import { HomeRoute } from './routes/home.route';
import { SiteFrame } from './site-frame';

afterEach(() => page.viewport(1440, 900));

it.each(['en', 'nl'] as const)(
  'the lit door is in the first screen of any window, next to the headline (%s)',
  async (language) => {
    const home = pageOf(`/${language}`);
    localStorage.setItem('user_language_choice', language);
    renderSite(
      <SiteFrame page={home}>
        <HomeRoute page={home} />
      </SiteFrame>,
      { language, path: `/${language}` },
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await document.fonts.ready;
    for (const width of [320, 375, 641, 768, 1024, 1239]) {
      // Small screens of that width.
      const height = width < 641 ? 667 : width < 1024 ? 800 : 830;
      await page.viewport(width, height);
      scrollTo(0, 0);
      const boxes = () =>
        ['.tile-door .opening', '#home-headline'].map((part) =>
          document.querySelector(part)?.getBoundingClientRect(),
        );
      await expect.poll(() => boxes()[0]?.top, { message: `${width} px` }).toBeGreaterThan(0);
      const [door, headline] = boxes();
      expect(door?.bottom, `${width} px`).toBeLessThanOrEqual(height);
      expect(door?.left, `${width} px`).toBeGreaterThanOrEqual(headline?.right ?? NaN);
    }
  },
);
