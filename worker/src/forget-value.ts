import 'reflect-metadata';
import { orExit } from '@voordeur/server';
import { loadConfig } from './platform/config.js';
import { openDatabase } from './platform/database.js';
import { buildChangedDays } from './days/build-days.js';
import { forgetValue } from './days/forget-value.js';

/** `make erase VALUE=…`: takes a page, a referrer or a campaign out of the figures. */
const [value = ''] = process.argv.slice(2);
const config = orExit(loadConfig);
const db = await openDatabase(config.databaseUrl, 'bulk', { applicationName: 'forget-value' });

/** A sentence, and whether it was done. */
async function run(): Promise<[string, boolean]> {
  if (value === '') return ["Say what: make erase VALUE='/a-page'", false];
  const forgotten = await forgetValue(db, value, config);
  if (forgotten === undefined) return [`${value} is a page of the site, whose figures stay.`, false];
  if (Object.values(forgotten).every((rows) => rows === 0))
    return [`Nothing is stored about ${value}: no page, host or campaign has this name.`, false];
  // Where the worker is at it, that takes some seconds.
  await buildChangedDays(db, config, { atOnce: true });
  const { pageViews, leads, figures } = forgotten;
  return [`${value} is (other) now. Page views: ${pageViews}, figures: ${figures}, leads: ${leads}.`, true];
}

try {
  const [sentence, isDone] = await run();
  (isDone ? process.stdout : process.stderr).write(`${sentence}\n`);
  if (!isDone) process.exitCode = 1;
} finally {
  await db.destroy();
}
