import { messages } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { site } from '../../config/site';
import { renderSite } from '../../testing/render';
import { PageHead } from './page-head';
import { pageOf } from './paths';

const at = (path: string) => location.origin + path;
const headOf = () => ({
  canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
  alternates: [...document.querySelectorAll<HTMLLinkElement>('link[hreflang]')].map(
    ({ hreflang, href }) => `${hreflang} ${href}`,
  ),
  address: document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content,
  title: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content,
  data: document.querySelectorAll('script[type="application/ld+json"]').length,
});

function Site() {
  const [path, setPath] = useState('/en');
  return (
    <>
      <PageHead page={pageOf(path)} />
      {['/learn', '/en', '/no-such-house'].map((to) => (
        <button key={to} type="button" onClick={() => setPath(to)}>
          {to}
        </button>
      ))}
    </>
  );
}

it('the addresses in the head follow a navigation', async () => {
  const first = document.createElement('div');
  // As the first page was written.
  first.innerHTML =
    `<link rel="canonical" href="${at('/en')}"><link rel="alternate" hreflang="nl" href="${at('/nl')}">` +
    `<meta property="og:url" content="${at('/en')}"><script type="application/ld+json">{}</script>`;
  document.head.append(...first.children);
  document.documentElement.lang = 'en';
  renderSite(<Site />);

  await page.getByRole('button', { name: '/learn' }).click();
  await expect.poll(headOf).toEqual({
    canonical: at('/learn'),
    alternates: [`en ${at('/learn')}`, `nl ${at('/nl/learn')}`, `x-default ${at('/learn')}`],
    address: at('/learn'),
    title: document.title,
    // About another page.
    data: 0,
  });
  await page.getByRole('button', { name: '/en' }).click();
  await expect.poll(() => headOf().canonical).toBe(at('/en'));
  await page.getByRole('button', { name: '/no-such-house' }).click();
  await expect.poll(() => [headOf().canonical, headOf().alternates]).toEqual([undefined, []]);
});

it('the words in the head follow a navigation, and a page that was not found is not indexed', async () => {
  const words = () => [
    document.title,
    ...['description', 'robots'].map(
      (name) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content,
    ),
  ];
  const { learn, notFound } = messages.en;
  renderSite(<Site />);
  await page.getByRole('button', { name: '/learn' }).click();
  await expect
    .poll(words)
    .toEqual([learn.pageTitle.replace('{product}', site.product), learn.pageDescription, 'index, follow']);
  await page.getByRole('button', { name: '/no-such-house' }).click();
  await expect
    .poll(words)
    .toEqual([notFound.pageTitle.replace('{product}', site.product), notFound.pageDescription, 'noindex']);
});
