import type { MyVisitShown } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, holdTimeLimits, refusal } from '../../testing/api';
import { renderSite } from '../../testing/render';
import { MyVisit } from './my-visit';

const words = messages.en.privacy;
const shown: MyVisitShown = {
  pageViews: [
    {
      ...{ occurredAt: '2026-03-10T12:00:00.000Z', country: 'NL', city: 'Zwolle', address: '203.0.113.0' },
      ...{ page: '/learn', referrer: `https://example.org/${'long/'.repeat(40)}`, language: 'NL' },
      ...{ device: 'desktop', browser: 'Firefox', system: 'Linux' },
    },
  ],
  pageViewCount: 130,
  videoViews: [
    {
      ...{ occurredAt: '2026-03-10T12:05:00.000Z', country: 'ZZ', city: null, address: null },
      ...{ title: 'Six minutes', watchedSeconds: 65 },
    },
  ],
  videoViewCount: 1,
  isProgram: false,
};
const ask = 'POST /api/my-visit';
const read = 'GET /api/my-visit';
const accepted = { status: 202, body: { receipt: 'A'.repeat(22) } };
const show = page.getByRole('button', { name: words.visitShow });

it('says that it was pressed too often', async () => {
  await answerCalls(ask, refusal(429, 'too-many-requests'));
  renderSite(<MyVisit />);
  await show.click();
  await expect.element(page.getByText(words.visitFailed)).toBeVisible();
});

it('shows what is stored within 320 px, and how much more there is', async () => {
  await page.viewport(320, 812);
  await answerCalls(ask, accepted);
  await answerCalls(read, { body: shown });
  renderSite(<MyVisit />);
  await show.click();
  for (const line of [
    '130 page views and 1 video, newest first. These are the newest 2.',
    'watched for 1:05 · Place unknown',
    'Dutch · computer · Firefox, Linux · Zwolle, Netherlands · 203.0.113.0',
  ])
    await expect.element(page.getByText(line)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1440, 900);
});

it('is busy while it erases, and says so when the answer never comes', async () => {
  await answerCalls(ask, accepted);
  await answerCalls(read, { body: shown });
  renderSite(<MyVisit />);
  await show.click();
  await expect.element(page.getByRole('button', { name: words.visitErase })).toBeVisible();
  const cut = await answerCalls(read, { status: 502, held: true });
  await page.getByRole('button', { name: words.visitErase }).click();
  await expect.element(page.getByRole('button', { name: words.visitErasing })).toBeVisible();
  await expect.element(show).toBeDisabled();
  await cut.release();
  await expect.element(page.getByText(words.visitLate)).toBeVisible();
});

it('waits no longer for what is stored than for any other call', async () => {
  await answerCalls(ask, accepted);
  const held = await answerCalls(read, { body: shown, held: true });
  const endTimeLimits = holdTimeLimits();
  renderSite(<MyVisit />);
  await show.click();
  await expect.poll(held.read).toHaveLength(1);
  endTimeLimits();
  await expect.element(page.getByText(words.visitFailed)).toBeVisible();
  await held.release();
});

it('tells a program that it is counted as one', async () => {
  await answerCalls(ask, accepted);
  await answerCalls(read, { body: { ...shown, isProgram: true } });
  renderSite(<MyVisit />);
  await show.click();
  await expect.element(page.getByText(words.visitProgram)).toBeVisible();
});
