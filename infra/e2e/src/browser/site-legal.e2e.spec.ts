import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, oneOfEachPair, pathOf, scrolledTo, visit } from './site.js';

const { en, nl } = messages;

const tabsOf = (page: Page) => page.getByRole('navigation', { name: /^(Documents|Documenten)$/ });
const currentTab = (page: Page) => tabsOf(page).locator('[aria-current=page]');

for (const [path, language, names, notice, home] of oneOfEachPair([
  ['/legal', 'en', [en.legal.disclaimer, en.legal.terms, en.legal.privacy], en.legal.notice, '/'],
  ['/nl/legal', 'nl', [nl.legal.disclaimer, nl.legal.terms, nl.legal.privacy], nl.legal.notice, '/nl'],
]))
  test.describe(path, () => {
    test('shows three documents by their links, and back and forward move between them, and leads home', async () => {
      const { page } = await visit({ path });
      const tab = (index: number) =>
        tabsOf(page).getByRole('link', { name: names[index] ?? '', exact: true });
      const shows = async (index: number, document: string) => {
        await expect(tab(index)).toHaveAttribute('aria-current', 'page');
        const file = `/${document}-${language}.pdf`;
        // The browser's viewer is heavy, so a fresh page loads it after all else.
        await expect(page.locator('iframe')).toHaveAttribute('src', `${file}#toolbar=0`);
        await expect(page.locator('iframe')).toHaveAttribute('height', '800');
        const download = page.getByRole('link', { name: /^Download PDF/ });
        await expect(download).toHaveAttribute('href', file);
        await expect(download).toHaveAttribute('target', '_blank');
      };
      await page.getByText(notice).waitFor();
      await shows(0, 'disclaimer');
      await tab(1).click();
      await shows(1, 'terms');
      expect(pathOf(page)).toBe(`${path}?tab=terms`);
      await page.evaluate('scrollTo(0, 200)');
      // By script, as the click itself would bring the tab into view.
      await tab(2).dispatchEvent('click');
      await shows(2, 'privacy');
      await expect.poll(() => scrolledTo(page)).toBe(0);

      await page.goBack();
      await shows(1, 'terms');
      await expect.poll(() => scrolledTo(page)).toBe(0);
      await page.goBack();
      await shows(0, 'disclaimer');
      await page.goForward();
      await shows(1, 'terms');
      await page.reload();
      await shows(1, 'terms');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('link', { name: /^(Back to home|Terug naar home)$/ }).click();
      await expect.poll(() => pathOf(page)).toBe(home);
      await page.getByRole('heading', { level: 1, name: /^(Come in|Kom binnen)/ }).waitFor();
      await expect.poll(() => scrolledTo(page)).toBe(0);
    });

    test('is reached from the footer, on the right tab and at its top', async () => {
      const { page } = await visit({ path: home === '/' ? '/en' : home, clock: 'running' });
      for (const [index, name] of names.entries()) {
        await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
        const tab = ['disclaimer', 'terms', 'privacy'][index] ?? '';
        await expect.poll(() => pathOf(page)).toBe(`${path}?tab=${tab}`);
        await expect(currentTab(page)).toHaveText(name);
        // It goes to its top once more after a moment, which must not come between the next scroll and its click.
        await page.clock.runFor(1_000);
        await expect.poll(() => scrolledTo(page)).toBe(0);
      }
    });
  });
