import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { recordVideoViews, recordVisits } from '@voordeur/worker';
import { testIntake } from '@voordeur/worker/tools';
import { believableDay } from './believable-visits.js';

const dayMs = 86_400_000;

/**
 * `make send-visit DAYS=400`: believable visits, bots and video views of the last days, through the worker's own
 * recording, to look at the figures with. The same ones each time, so that twice adds nothing.
 */
const days = Number(process.argv[2] ?? 400);
const db = await createDataSource(process.env['DATABASE_URL'] ?? '', {
  applicationName: 'fill-figures',
}).initialize();
try {
  const intake = await testIntake(db, process.env['TIME_ZONE'] ?? 'Europe/Amsterdam');
  const now = new Date();
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  let [visits, views] = [0, 0];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const made = believableDay(new Date(today - ago * dayMs), now, 1.3 - ago / days);
    await recordVisits([{ id: uuidv7(), data: { events: made.visits } }], intake);
    await recordVideoViews([{ id: uuidv7(), data: { events: made.views } }], intake);
    visits += made.visits.length;
    views += made.views.length;
  }
  process.stdout.write(
    `${visits} page views and ${views} video views of ${days} days are stored; the worker makes their figures within seconds.\n`,
  );
} finally {
  await db.destroy();
}
