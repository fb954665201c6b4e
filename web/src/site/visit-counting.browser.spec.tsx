import { expect, it } from 'vitest';
import { answerCalls } from '../testing/api';
import { renderSite } from '../testing/render';
import { useVisitCounting } from './visit-counting';

function CountedPage() {
  useVisitCounting('/nl/learn', 'nl');
  return null;
}

it('counts a page again that comes back from the back/forward cache', async () => {
  const visits = await answerCalls('POST /api/visit', { status: 202, body: { id: '1' } });
  const pages = async () => (await visits.read()).map(({ body }) => (body as { page: string }).page);
  renderSite(<CountedPage />, { path: '/nl/learn?utm_source=letter' });
  await expect.poll(pages).toEqual(['/nl/learn?utm_source=letter']);
  // The first time a page is shown, it isn't from the cache.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(pages).toHaveLength(2);
  const [, { body } = { body: null }] = await visits.read();
  expect(body).toMatchObject({
    page: '/nl/learn',
    referrer: `${location.origin}/nl/learn?utm_source=letter`,
  });
});
