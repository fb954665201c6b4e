import { readPeople } from '@voordeur/api';
import type { PersonNow } from '@voordeur/contracts/http';
import { recordVideoViews, recordVisits } from '@voordeur/worker';
import { googlebot, useDatabase, useIntake, videoViewEvent, visitEvent } from '@voordeur/worker/testing';
import { expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';

/** The owner sees on the site exactly the people that the worker stores. */
const database = useDatabase();
const intake = useIntake(database);

const now = new Date('2026-11-21T12:00:00.000Z');
/** An instant that many seconds before now. */
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
const anna = '145.97.31.20';
const bram = '145.97.32.20';

const look = (events: Parameters<typeof visitEvent>[0][]) =>
  recordVisits([{ id: uuidv7(), data: { events: events.map(visitEvent) } }], intake);
const watch = (events: Parameters<typeof videoViewEvent>[0][]) =>
  recordVideoViews([{ id: uuidv7(), data: { events: events.map(videoViewEvent) } }], intake);
const read = () => readPeople(database.dataSource, now);

const person = (given: Partial<PersonNow> = {}): PersonNow => ({
  ...{ country: 'NL', referrerHost: null, campaign: null, page: '/nl', video: null },
  ...given,
});

it('nobody, where the last page view by a person was six minutes ago', async () => {
  await look([{ occurredAt: ago(360) }, { occurredAt: ago(1), userAgent: googlebot }]);
  expect(await read()).toEqual({ count: 0, people: [] });
});

it('each person once, the newest arrival first, with the page they are on and how they came to the site', async () => {
  await look([
    // Came before the five minutes, and looks around since.
    { occurredAt: ago(2_000), address: anna, referrer: 'https://search.example/?q=door', page: '/nl' },
    { occurredAt: ago(200), address: anna, referrer: 'http://localhost:8080/nl', page: '/nl/learn' },
    { occurredAt: ago(20), address: anna, referrer: 'http://localhost:8080/nl/learn', page: '/nl/legal' },
    { occurredAt: ago(100), address: bram, page: '/en?utm_source=letter&utm_campaign=issue-3' },
  ]);
  expect(await read()).toEqual({
    count: 2,
    people: [
      person({ page: '/en', campaign: 'issue-3' }),
      person({ page: '/nl/legal', referrerHost: 'search.example' }),
    ],
  });
});

it('the last way of those who come back', async () => {
  await look([
    { occurredAt: ago(9_000), referrer: 'https://search.example/' },
    { occurredAt: ago(10), referrer: 'https://social.example/' },
  ]);
  expect((await read()).people).toEqual([person({ referrerHost: 'social.example' })]);
});

it('the video that somebody watches, for as long as it is reported, until they go on', async () => {
  const viewId = crypto.randomUUID();
  const report = (reportedAgo: number, watchDuration: number) =>
    watch([{ viewId, occurredAt: ago(reportedAgo), watchDuration, videoTitle: 'The tour' }]);
  await look([{ occurredAt: ago(1_000), page: '/nl/learn' }]);
  await report(900, 5);
  expect(await read()).toEqual({ count: 0, people: [] });
  await report(20, 885);
  const watching = person({ page: '/nl/learn', video: { title: 'The tour', watchedSeconds: 885 } });
  expect(await read()).toEqual({ count: 1, people: [watching] });
  await look([{ occurredAt: ago(5), page: '/nl/booking', referrer: 'http://localhost:8080/nl/learn' }]);
  expect((await read()).people).toEqual([person({ page: '/nl/booking' })]);
});

it('a visitor of whom only a video was reported', async () => {
  await watch([{ occurredAt: ago(5), videoTitle: 'The tour' }]);
  expect((await read()).people).toEqual([
    person({ page: null, video: { title: 'The tour', watchedSeconds: 5 } }),
  ]);
});

it('all are counted, and fifty listed', async () => {
  await look(
    Array.from({ length: 60 }, (_, n) => ({
      address: `145.97.31.${n}`,
      occurredAt: ago(n),
      page: `/p-${n}`,
    })),
  );
  const { count, people } = await read();
  expect([count, people.length, people[0]?.page, people.at(-1)?.page]).toEqual([60, 50, '/p-0', '/p-49']);
});
