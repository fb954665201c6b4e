import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { googlebot, visitEvent } from '../testing/intake.js';
import { recountDays } from '../testing/recount.js';
import { type FollowUp, recordVisits } from './record-visits.js';
import { type Chunk, ChunkMerger } from './chunk-merger.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
const intake = useIntake(database);

const { query } = database;
const chunkOf = (...events: unknown[]): Chunk => ({ id: uuidv7(), data: { events } });

function merging({ followUp, writersAtOnce = 1 }: { followUp?: FollowUp; writersAtOnce?: number } = {}) {
  const sizes: number[] = [];
  const merger = new ChunkMerger({
    record: (chunks) => {
      sizes.push(chunks.length);
      return recordVisits(chunks, intake, followUp);
    },
    checkDatabase: () => query('select 1'),
    writersAtOnce,
  });
  return { merger, sizes };
}

async function expectFiguresOf(rows: number) {
  const { kept, recounted } = await recountDays(database.dataSource);
  expect(kept).toEqual(recounted);
  expect(await query('select count(*)::int as n from visits')).toEqual([{ n: rows }]);
}

it('makes few transactions of many small chunks, each with its own outcome', async () => {
  const { merger, sizes } = merging();
  const people = Array.from({ length: 40 }, () => chunkOf(visitEvent()));
  const dropped = chunkOf(visitEvent({ source: 'edge' }));
  await Promise.all([...people, dropped].map((chunk) => merger.add(chunk)));
  expect(sizes).toEqual([41]);
  await expectFiguresOf(40);
  expect(
    await query('select stored, dropped, count(*)::int as n from recorded_chunks group by 1, 2 order by 1'),
  ).toEqual([
    { stored: 0, dropped: { 'person-at-edge': 1 }, n: 1 },
    { stored: 1, dropped: {}, n: 40 },
  ]);
});

it('starts no larger batch than a transaction’s worth, and splits no chunk', async () => {
  const { merger, sizes } = merging({ writersAtOnce: 2 });
  const chunks = Array.from({ length: 17 }, () =>
    chunkOf(...Array.from({ length: 500 }, () => visitEvent())),
  );
  await Promise.all(chunks.map((chunk) => merger.add(chunk)));
  expect(sizes).toEqual([8, 8, 1]);
  await expectFiguresOf(8_500);
});

it('wants many small chunks in hand, and few large ones', async () => {
  const { merger } = merging({ writersAtOnce: 4 });
  const nobody = visitEvent({ source: 'edge' });
  for (const [events, jobs] of [
    [1, 120],
    [500, 24],
    [1, 120],
  ] as const) {
    const chunks = Array.from({ length: 40 }, () => chunkOf(...Array<unknown>(events).fill(nobody)));
    await Promise.all(chunks.map((chunk) => merger.add(chunk)));
    expect(merger.jobsWanted).toBe(jobs);
  }
});

it('sets a poisoned event aside without failing the other chunks', async () => {
  const { merger } = merging();
  const nul = visitEvent({ page: '/a\u0000b' });
  const chunks = [
    chunkOf(visitEvent()),
    chunkOf(visitEvent(), nul),
    chunkOf('nonsense'),
    chunkOf(visitEvent()),
  ];
  await Promise.all(chunks.map((chunk) => merger.add(chunk)));
  await Promise.all(chunks.map((chunk) => merger.add(chunk))); // every job may run twice
  await expectFiguresOf(3);
  expect(await query('select count(*)::int as n from rejected_events')).toEqual([{ n: 2 }]);
  expect(await query('select count(*)::int as n from recorded_chunks')).toEqual([{ n: 4 }]);
});

it('fails only the chunk that cannot be recorded', async () => {
  const bad = visitEvent({ page: '/bad' });
  const { merger } = merging({
    followUp: (_tx, visits) =>
      visits.some((visit) => visit.id === bad.id) ? Promise.reject(new Error('a fault')) : Promise.resolve(),
  });
  const noId = { ...chunkOf(visitEvent()), id: 'no uuid' };
  const chunks = [chunkOf(visitEvent()), chunkOf(bad), noId, chunkOf(visitEvent())];
  const outcomes = await Promise.allSettled(chunks.map((chunk) => merger.add(chunk)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  await expectFiguresOf(2);
});

it('fails all at once, and tries none alone, while the database does not answer', async () => {
  const sizes: number[] = [];
  const merger = new ChunkMerger({
    record: (chunks) => {
      sizes.push(chunks.length);
      return Promise.reject(new Error('away'));
    },
    checkDatabase: () => Promise.reject(new Error('away')),
    writersAtOnce: 1,
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => merger.add(chunkOf(visitEvent()))));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sizes).toEqual([3]);
});

it('adds nothing when jobs run again whose rows were there before their ack', async () => {
  const first = merging().merger;
  const chunks = Array.from({ length: 6 }, (_, i) =>
    chunkOf(visitEvent(), visitEvent({ userAgent: googlebot, source: i % 2 ? 'edge' : 'beacon' })),
  );
  const late = chunkOf(visitEvent());
  await Promise.all(chunks.slice(0, 4).map((chunk) => first.add(chunk)));
  // The worker died; the next one merges finished chunks with unfinished ones, in another order and two at a time.
  const others = [merging().merger, merging().merger];
  await Promise.all(
    others.flatMap((merger, i) =>
      (i ? [late, ...chunks] : [...chunks, late].reverse()).map((chunk) => merger.add(chunk)),
    ),
  );
  const { kept, recounted } = await recountDays(database.dataSource);
  expect(kept).toEqual(recounted);
  const [counted] = await query(
    `select (select count(*)::int from visits) as rows, (select sum(stored)::int from recorded_chunks) as stored,
      (select coalesce(sum(events), 0)::int from drops_by_day) as dropped`,
  );
  expect(counted?.['rows']).toBe(counted?.['stored']);
  expect(await query('select id from rejected_events')).toEqual([]); // a row that exists already is not rejected
  expect((counted?.['stored'] as number) + (counted?.['dropped'] as number)).toBe(13);
});

it('counts an event that two chunks bring as the first one’s', async () => {
  const { merger } = merging();
  const event = visitEvent();
  await Promise.all([merger.add(chunkOf(event)), merger.add(chunkOf(event, visitEvent()))]);
  await expectFiguresOf(2);
  expect(await query('select stored from recorded_chunks order by id')).toEqual([
    { stored: 1 },
    { stored: 1 },
  ]);
});
