import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { site } from '../config/site';
import { answerCalls } from '../testing/api';
import { address, renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import BookingRoute from './routes/booking.route';
import { HomeRoute } from './routes/home.route';
import LearnRoute from './routes/learn.route';

Object.assign(site, {
  scheduler: { provider: 'link', address: 'https://elsewhere.example/me' },
  videos: site.videos.slice(0, 1).map(({ captions: _captions, chapters: _chapters, ...video }) => ({
    ...video,
    ...{ provider: 'youtube', source: 'abcdefghijk' },
  })),
  intros: undefined,
});

it('a calendar that is a plain link opens in a tab of its own, and a time can always be proposed', async () => {
  renderSite(<BookingRoute page={pageOf('/booking')} />, { path: '/booking' });
  const link = page.getByRole('link', { name: /^Open the calendar/ });
  await expect.element(link).toHaveAttribute('href', 'https://elsewhere.example/me');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(page.getByRole('heading', { name: 'Propose a time' })).toBeVisible();
});

it('from home it leads to the booking page; without an intro none is offered', async () => {
  renderSite(<HomeRoute page={pageOf('/en')} />, { path: '/en' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByText('Watch the intro').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Book a free call' }).last().click();
  await expect.element(address).toHaveTextContent('/booking');
});

it('a single video turns no pages, and is counted where its provider does not deliver it', async () => {
  const views = await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
  renderSite(<LearnRoute page={pageOf('/learn')} />, { path: '/learn' });
  const card = page.getByRole('button', { name: /^Play Video 1/ });
  await expect.element(card).toBeVisible();
  expect(page.getByRole('button', { name: /Next|Previous/ }).elements()).toEqual([]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await card.click();
  await expect.poll(() => document.querySelector('iframe')?.src).toContain('youtube-nocookie');
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await expect.poll(async () => (await views.read()).length).toBe(1);
});
