import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { testPipeline } from '../../../worker/dist/testing/pipeline.js';
import { recordVideoViews } from '../../../worker/dist/video-views/record-video-views.js';
import { recordVisits } from '../../../worker/dist/visits/record-visits.js';
import { believableDay } from './believable-visits.js';

const dayMs = 86_400_000;
const chunkEvents = 500;

/**
 * `make fill-figures DAYS=400`: believable visits, bots and video views of the last days, through the worker's own
 * recording, to look at the figures with. The same ones each time, so that twice adds nothing.
 */
const days = Number(process.argv[2] ?? 400);
const db = await createDataSource(process.env['DATABASE_URL'] ?? '', {
  applicationName: 'fill-figures',
}).initialize();
try {
  const pipeline = await testPipeline(db, process.env['TIME_ZONE'] ?? 'Europe/Amsterdam');
  const now = new Date();
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  let [visits, views] = [0, 0];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const made = believableDay(new Date(today - ago * dayMs), now, 1.3 - ago / days);
    for (let from = 0; from < made.visits.length; from += chunkEvents) {
      await recordVisits([chunkOf(made.visits.slice(from, from + chunkEvents))], pipeline);
    }
    if (made.views.length > 0) await recordVideoViews([chunkOf(made.views)], pipeline);
    visits += made.visits.length;
    views += made.views.length;
  }
  process.stdout.write(`${visits} page views and ${views} video views of ${days} days are in the figures.\n`);
} finally {
  await db.destroy();
}

function chunkOf(events: unknown[]) {
  return { id: uuidv7(), data: { events } };
}
