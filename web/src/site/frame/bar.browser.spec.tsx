import { useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, renderSite } from '../../testing/render';
import { Bar } from './bar';
import { pageOf } from '../pages/paths';
import { SiteFooter } from './site-footer';

function Site() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <Bar page={pageOf(pathname)} />
      <main>
        {['about', 'contact'].map((id) => (
          <section key={id} id={id} />
        ))}
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
      </main>
      <SiteFooter />
    </>
  );
}

const menu = () => document.getElementById('menu');
const isInert = () => document.querySelector('main')?.inert;

beforeEach(() => page.viewport(375, 667));
afterEach(() => page.viewport(1280, 720));

const back = () => document.querySelector<HTMLElement>('main button')?.click();

it.each([
  ['the logo', '/en', () => page.getByRole('link', { name: 'Voordeur, home' }).first().click()],
  ['the other language', '/nl/legal', () => page.getByRole('link', { name: /Nederlands/ }).click()],
  ['Back', '/booking', () => Promise.resolve(back())],
])('the menu on a phone closes on the way to another page by %s', async (_, path, leave) => {
  renderSite(<Site />, { path: '/booking' });
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect.element(address).toHaveTextContent('/legal?tab=terms');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  expect([menu() !== null, isInert()]).toEqual([true, true]);
  await leave();
  await expect.element(address).toHaveTextContent(new RegExp(`^${path}(\\?|$)`));
  await expect.poll(() => [menu() !== null, isInert()]).toEqual([false, false]);
});

it('the logo leads to the home page in the language of the page, above and below', async () => {
  renderSite(<Site />, { path: '/legal' });
  const home = page.getByRole('link', { name: 'Voordeur, home' });
  await expect.element(home.first()).toBeVisible();
  expect(home.elements().map((link) => link.getAttribute('href'))).toEqual(['/en', '/en']);
});

it.each([
  ['in the bar', 1280],
  ['in the menu of a phone', 375],
])('a link %s to a section takes the focus there too', async (_, width) => {
  await page.viewport(width, 720);
  renderSite(<Site />, { path: '/en' });
  const menuButton = page.getByRole('button', { name: 'Open the menu' });
  if (width < 900) await menuButton.click();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click();
  await expect.poll(() => document.activeElement?.id).toBe('contact');
});

it.each([
  ['en', '/en', ['Home', 'About', 'Book a free call', 'Contact']],
  ['nl', '/nl', ['Home', 'Over mij', 'Boek Consult', 'Contact']],
] as const)(
  'in %s the bar leads home, to about, booking and contact, in this order',
  async (language, path, names) => {
    await page.viewport(1280, 720);
    renderSite(<Site />, { language, path });
    const links = () => [...document.querySelectorAll('.bar-links a')].map(({ textContent }) => textContent);
    await expect.poll(links).toEqual(names);
  },
);

it.each([375, 768, 1440])(
  'at %i px the bar is clear at the top, solid after 50 px, and shows four items',
  async (width) => {
    await page.viewport(width, 900);
    renderSite(
      <>
        <Site />
        <div style={{ height: '200vh' }} />
      </>,
      { path: '/booking' },
    );
    const menuButton = page.getByRole('button', { name: 'Open the menu' });
    await expect.element(page.getByRole('banner')).toBeVisible();
    const solid = () => document.querySelector('header')?.hasAttribute('data-solid');
    for (const [top, isSolid] of [
      [50, false],
      [51, true],
      [50, false],
    ] as const) {
      scrollTo({ top, behavior: 'instant' });
      await expect.poll(solid).toBe(isSolid);
    }
    if (width < 900) await menuButton.click();
    else expect(menuButton.elements()).toEqual([]);
    const items = page
      .getByRole('banner')
      .getByRole('link', { name: /^(Home|About|Book a free call|Contact)$/ });
    await expect.poll(() => items.elements().length).toBe(4);
  },
);

it('the menu closes by its button and by Escape, and holds the page below still', async () => {
  renderSite(<Site />, { path: '/booking' });
  const open = page.getByRole('button', { name: 'Open the menu' });
  const close = page.getByRole('button', { name: 'Close the menu' });
  for (const way of [() => close.click(), () => userEvent.keyboard('{Escape}')]) {
    await open.click();
    await expect.poll(() => [menu() !== null, isInert()]).toEqual([true, true]);
    await way();
    await expect.poll(() => [menu() !== null, isInert()]).toEqual([false, false]);
  }
  await expect.element(open).toHaveFocus();
});
