import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { pathOf, scrolledTo, visit } from './site.js';

const { en, nl } = messages;

// web/src/site/home shows by components how the page moves and opens.

test('the owner’s own facts, pages elsewhere and the current year are shown, whenever the page was built', async () => {
  const { page, faults } = await visit({
    path: '/nl',
    before: (opening) => opening.clock.setFixedTime('2031-03-01T12:00:00Z'),
  });
  await page.getByText('© 2031 Voordeur').waitFor();
  await page.getByText('Your name here, Voorbeeldstad').last().waitFor();
  await page.getByRole('heading', { name: nl.home.proof.headline }).waitFor();
  await expect(page.locator('.street')).toHaveCount(3);
  await page.getByRole('contentinfo').getByText('KvK 00000000 (voorbeeld)').waitFor();
  const links = page.getByRole('list', { name: nl.home.about.follow }).getByRole('link');
  await expect(links).toHaveCount(4);
  await expect(links.first()).toHaveAttribute('href', 'https://www.instagram.com/voordeur.example.nl');
  expect(faults).toEqual([]);
});

test('the bar leads to the title of a section, centred after 300 ms, to a section here, and to a page’s top', async () => {
  const { page } = await visit({ path: '/nl/learn', clock: 'stopped' });
  const item = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  await item(en.bar.contact).click();
  await page.getByRole('heading', { name: nl.home.contact.headline }).waitFor();
  await page.clock.runFor(299);
  await expect.poll(() => scrolledTo(page)).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(async () => Math.abs((await middleOf(page, 'contact-headline')) - 450)).toBeLessThan(20);
  expect(pathOf(page)).toBe('/nl');
  await page.clock.resume();

  await item(en.bar.sectionHome).click();
  await expect.poll(() => scrolledTo(page)).toBe(0);
  await item(nl.bar.about).click();
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(300);
  expect(pathOf(page)).toBe('/nl');

  for (let times = 1; times <= 2; times += 1) {
    await item(nl.bar.booking).click();
    await page.getByRole('heading', { level: 1, name: 'Een half uur' }).waitFor();
    expect(pathOf(page)).toBe('/nl/booking');
    await expect.poll(() => scrolledTo(page)).toBe(0);
    // Once there, the item leads back to the top.
    await page.evaluate('scrollTo(0, 600)');
  }
});

function middleOf(page: Page, id: string): Promise<number> {
  return page.evaluate<number>(
    `(({ top, bottom }) => (top + bottom) / 2)(document.getElementById('${id}').getBoundingClientRect())`,
  );
}
