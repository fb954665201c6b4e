import type { VideoViewEvent } from '@voordeur/contracts/jobs';
import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { googlebot, videoViewEvent } from '../testing/intake.js';
import { buildAll, recountDays } from '../testing/recount.js';
import { recordVideoViews } from './record-video-views.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
const intake = useIntake(database);

const { query } = database;
const record = (events: VideoViewEvent[], chunkId = uuidv7()) =>
  recordVideoViews([{ id: chunkId, data: { events } }], intake);

async function expectOneView(watchedSeconds: number) {
  await expectRecount();
  expect(await query('select video_id, views, watched_seconds::int from videos_by_day')).toEqual([
    { video_id: 'video-1', views: 1, watched_seconds: watchedSeconds },
  ]);
}

async function expectRecount() {
  const { kept, recounted } = await recountDays(database.dataSource);
  expect(kept).toEqual(recounted);
}

it('keeps the longest of all sendings of one view, in whatever order they come', async () => {
  const viewId = randomUUID();
  const sending = (watchDuration: number) => videoViewEvent({ viewId, watchDuration });
  await record([sending(5), sending(6)]);
  await expectOneView(6);
  await record([sending(61), sending(60)]);
  await expectOneView(61);
  await record([sending(7)]);
  await expectOneView(61);
  expect(await query('select view_id, watched_seconds from video_views')).toEqual([
    { view_id: viewId, watched_seconds: 61 },
  ]);
});

it('counts a view at the second that it ended at, and a day’s long ones together', async () => {
  const viewId = randomUUID();
  const ended = async () => {
    await expectRecount();
    return query(
      `select place::int - 1 as seconds, n as views from videos_by_day, unnest(views_by_second) with ordinality as s (n, place)
      where n > 0 order by 1`,
    );
  };
  await record([
    videoViewEvent({ viewId, watchDuration: 9 }),
    videoViewEvent({ viewId: randomUUID(), watchDuration: 9 }),
  ]);
  expect(await ended()).toEqual([{ seconds: 9, views: 2 }]);
  await record([videoViewEvent({ viewId, watchDuration: 30 })]);
  expect(await ended()).toEqual([
    { seconds: 9, views: 1 },
    { seconds: 30, views: 1 },
  ]);
  for (const watchDuration of [3_600, 3_601, 7_000])
    await record([
      videoViewEvent({ viewId, watchDuration }),
      videoViewEvent({ viewId: randomUUID(), watchDuration }),
    ]);
  expect(await ended()).toEqual([
    { seconds: 9, views: 1 },
    { seconds: 3_600, views: 4 },
  ]);
});

it('counts a view once when many workers get its sendings at the same time', async () => {
  const viewId = randomUUID();
  const lengths = Array.from({ length: 40 }, (_, i) => 5 + ((i * 7) % 40));
  await Promise.all(lengths.map((watchDuration) => record([videoViewEvent({ viewId, watchDuration })])));
  await expectOneView(44);
});

it('changes nothing when it runs twice', async () => {
  const events = [videoViewEvent({ viewId: randomUUID() }), videoViewEvent({ userAgent: googlebot })];
  const chunkId = uuidv7();
  await record(events, chunkId);
  await record(events, chunkId);
  await record(events);
  await expectOneView(5);
});

it('takes sendings without a view id for one view within half an hour', async () => {
  const at = (occurredAt: string) => videoViewEvent({ occurredAt, watchDuration: 10 });
  await record([
    at('2026-03-10T12:00:00.000Z'),
    at('2026-03-10T12:29:59.000Z'),
    at('2026-03-10T12:30:00.000Z'),
  ]);
  await record([videoViewEvent({ occurredAt: '2026-03-10T12:00:01.000Z', address: '145.97.99.1' })]);
  expect(await query('select count(*)::int as n from video_views')).toEqual([{ n: 3 }]);
  await buildAll(database.dataSource);
  expect(await query('select viewers from videos_by_day')).toEqual([{ viewers: 2 }]);
});

it('leaves a view on the day on which it began', async () => {
  const viewId = randomUUID();
  await record([videoViewEvent({ viewId, occurredAt: '2026-03-10T22:59:50.000Z', watchDuration: 5 })]);
  await record([videoViewEvent({ viewId, occurredAt: '2026-03-10T23:00:10.000Z', watchDuration: 25 })]);
  await expectOneView(25);
});

it('drops bots’ views and counts them: bot-video-view', async () => {
  const chunkId = uuidv7();
  const events = [videoViewEvent({ userAgent: googlebot }), videoViewEvent({ userAgent: '' })];
  await record(events, chunkId);
  await record(events, chunkId);
  expect(await query('select count(*)::int as n from video_views')).toEqual([{ n: 0 }]);
  expect(await query('select reason, events from drops_by_day')).toEqual([
    { reason: 'bot-video-view', events: 2 },
  ]);
});

it('sets aside what can never become a row, and stores the rest', async () => {
  const nul = videoViewEvent({ viewId: randomUUID(), videoTitle: 'a\u0000b' });
  await record([nul, videoViewEvent({ viewId: randomUUID() })]);
  await recordVideoViews([{ id: uuidv7(), data: { events: ['nonsense'] } }], intake);
  expect(
    await query("select id from rejected_events where queue = 'video-views' and id = '" + nul.id + "'"),
  ).toHaveLength(1);
  expect(await query('select count(*)::int as n from rejected_events')).toEqual([{ n: 2 }]);
  await expectOneView(5);
});
