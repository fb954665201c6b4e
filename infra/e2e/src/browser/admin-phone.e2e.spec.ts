import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, newContext, oneOfEachPair } from './site.js';
import { logIn } from './stack.js';

const { nl } = messages;

for (const language of oneOfEachPair(['nl', 'en'] as const))
  test(`the admin on a phone has every screen in one row of its bar, in ${language}, and no keys of a keyboard`, async () => {
    const { token } = await logIn();
    const context = await newContext({
      viewport: { width: 375, height: 812 },
      hasTouch: true,
      isMobile: true,
    });
    await context.addInitScript(`localStorage.setItem('admin_session_token', '${token}')`);
    const page = await context.newPage();
    await page.goto('/admin/leads');
    const nav = page.getByRole('banner').getByRole('navigation');
    await nav.waitFor();
    if (language === 'nl') {
      await page.getByRole('contentinfo').getByRole('button').click();
      await nav.getByRole('link', { name: nl.admin.translations.title }).waitFor();
    }
    await page.getByRole('heading', { level: 1 }).waitFor();
    const heights = await Promise.all(
      (await nav.getByRole('link').all()).map(async (link) => (await link.boundingBox())?.y),
    );
    expect(new Set(heights).size).toBe(1);
    await nav.getByRole('link').last().click();
    await expect(nav.getByRole('link').last()).toBeInViewport({ ratio: 1 });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: messages[language].admin.leads.title }).waitFor();
    await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Keys|Keyboard|Toetsen|Sneltoetsen)/ })).toHaveCount(0);
    await keepScreenshot(page, `/admin-leads-375-${language}`, false);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
