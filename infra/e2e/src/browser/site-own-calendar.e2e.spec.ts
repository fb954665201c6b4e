import type { TimesAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Edge } from '../helpers/start-nginx.js';
import { startEdgeWith } from './edge-with-settings.js';
import { keepScreenshot } from './screenshots.js';
import { expect, test } from './test.js';
import {
  accessibilityFaults,
  countShifts,
  newContext,
  openVisitor,
  shiftsOf,
  sidewaysScroll,
  untilAlive,
  visit,
} from './site.js';

const { en, nl } = messages;
const dayMs = 86_400_000;
/** At 9:00 UTC of tomorrow, and then every half hour. */
const times = Array.from({ length: 6 }, (_, index) =>
  new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs + (18 + index) * 1_800_000).toISOString(),
);
const answer: TimesAnswer = {
  kinds: [
    {
      ...{
        id: 'call',
        name: { en: 'Free call', nl: 'Gratis gesprek' },
        minutes: 30,
        place: 'phone',
        needsPhone: false,
      },
      questions: [{ en: 'About what?', nl: 'Waarover?' }],
    },
  ],
  ...{ kind: 'call', timeZone: 'Europe/Amsterdam', next: times, days: [{ date: '2026-01-01', times }] },
};
let edge: Edge;

/** The pages as a worker renders them for an owner who chose her own calendar. */
test.beforeAll(async () => {
  edge = await startEdgeWith({ scheduler: { provider: 'own' } }, ({ url = '' }, response) => {
    const [status, body] = answerOf(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
test.afterAll(() => edge.close());

function answerOf(url: string): [status: number, body: object] {
  if (url.startsWith('/api/bookings/times')) return [200, answer];
  if (url === '/api/bookings/hold')
    return [201, { holdId: 'hold', until: new Date(Date.now() + 600_000).toISOString() }];
  if (url === '/api/bookings')
    return [
      201,
      {
        ...{ id: 'one', startsAt: times[0], endsAt: times[1], sendsMail: true },
        ...{ place: { kind: 'phone', text: '' }, changeUrl: '/api/bookings/meeting?token=t&language=en' },
      },
    ];
  return [202, { id: '1' }];
}

for (const [width, path, { booking, calendar, meeting }] of [
  [1440, '/booking', en],
  [320, '/nl/booking', nl],
] as const)
  test(`${path} books a free time with nothing of another host (${width} px)`, async () => {
    const hosts = new Set<string>();
    const { page, faults } = await openVisitor(width === 320 ? 'nl-NL' : 'en-GB', { baseUrl: edge.address });
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.setViewportSize({ width, height: 700 });
    await countShifts(page);
    await page.goto(path);
    await untilAlive(page);
    const card = page.getByRole('region', { name: booking.calendar });
    await expect(card.getByRole('listitem')).toHaveCount(6);
    await expect.poll(() => shiftsOf(page)).toBeLessThan(0.01);
    const looksRight = async (step: string) => {
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepScreenshot(page, `own-calendar-${step}-${width}`, false);
    };
    await looksRight('next');

    await card.getByRole('button', { name: calendar.otherDays }).press('Enter');
    await expect(card.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(card.getByRole('heading', { level: 3 })).toBeVisible();
    await looksRight('days');

    await card.locator('section').getByRole('button').first().press('Enter');
    await expect(card.getByText(calendar.held.split('{')[0] ?? '')).toBeVisible();
    await looksRight('form');

    await card.getByLabel(meeting.name, { exact: true }).fill('Jane');
    await card.getByLabel(meeting.email, { exact: true }).fill('jane@example.org');
    await card.getByRole('button', { name: meeting.book }).press('Enter');
    await expect(card.getByRole('heading', { name: meeting.isBooked })).toBeFocused();
    await looksRight('booked');
    expect([...hosts]).toEqual([edge.address]);
    expect(faults).toEqual([]);
  });

test('without JavaScript it leads to the page of times', async () => {
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${edge.address}/nl/booking`);
  await expect(page.getByRole('link', { name: nl.booking.openLink })).toHaveAttribute(
    'href',
    '/api/bookings/times?language=nl',
  );
  await expect(page.getByText(nl.booking.loading)).toBeHidden();
});

test('the popup of the home page has it too', async () => {
  const { page } = await visit({ path: '/en', baseUrl: edge.address });
  await page.getByRole('button', { name: en.home.hero.book }).first().click();
  const dialog = page.getByRole('dialog', { name: en.booking.frame });
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'own-calendar-popup', false);
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog.getByLabel(en.meeting.name, { exact: true })).toBeVisible();
});
