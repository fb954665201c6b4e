import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDataSource } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import { root } from '@voordeur/operate/local/settings.js';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { testSettings } from '../helpers/test-stack.js';
import { compareWithAnalytics } from '../helpers/recount/compare-with-analytics.js';
import { compareWithTables } from '../helpers/recount/compare-with-tables.js';
import { recountLog, type LogRecount } from '../helpers/recount/recount-log.js';
import { detectBot, openPlaces } from '@voordeur/worker';
import { expect, test } from './test.js';
import { isGiven, logIn } from './stack.js';

const timeZone = 'Europe/Amsterdam';
const log = join(process.env['SHARED_DATA'] ?? join(root, '../shared/data'), 'access-log-open.log.gz');
/** A stack of its own: its database must hold this log and nothing else. */
const settings = testSettings({
  LOCAL_DIR: '.local/test-import',
  POSTGRES_PORT: '25434',
  REDIS_PORT: '26381',
  WEB_PORT: '28082',
  API_PORT: '23021',
  WORKER_PORT: '23121',
  EDGE_LOG_PORT: '25534',
  NGINX_STATUS_PORT: '28182',
});

test.describe('a real log through the whole way', () => {
  test.skip(!existsSync(log), "the log is third parties' and no part of the product");
  test.skip(isGiven, 'it starts a stack of its own, of local processes');
  let db: DataSource;
  let recount: LogRecount;

  test.beforeAll(async () => {
    await removeData(settings.localDir);
    await startStack(settings);
    db = await createDataSource(settings.databaseUrl).initialize();
    const places = await openPlaces({});
    const judge = { detectBot, countryOf: (address: string) => places.locate(address).country };
    recount = await recountLog(log, judge, {
      timeZone,
      ownHost: new URL(settings.environment['PUBLIC_URL'] ?? '').host,
    });
  });
  test.afterAll(async () => {
    await db.destroy();
    await removeData(settings.localDir);
  });

  /** Runs `make import-log`. */
  const importLog = () =>
    promisify(execFile)(
      process.execPath,
      ['infra/operate/dist/local/run-in-stack.js', 'worker/dist/import-log/main.js', log],
      {
        cwd: root,
        env: { ...process.env, LOCAL_DIR: settings.localDir },
      },
    );

  async function expectEqual() {
    const { readAnalytics } = await logIn(addressOf(settings), settings.environment['ADMIN_SECRET_KEY']);
    const analytics = await readAnalytics();
    expect(compareWithAnalytics(recount, analytics, timeZone)).toEqual([]);
    expect(await compareWithTables(recount, (sql) => db.query(sql), timeZone)).toEqual([]);
    return analytics;
  }

  test('agrees with a recount to the last visit, and a second import changes no figure', async () => {
    const first = await importLog();
    process.stdout.write(first.stdout);
    const figures = await expectEqual();
    const { total, totalBots, totalWithBots } = figures.summary;
    expect(total).toBeGreaterThan(500);
    process.stdout.write(
      `bots: ${totalBots} of ${totalWithBots} (${((100 * totalBots) / totalWithBots).toFixed(1)} %)\n`,
    );
    process.stdout.write(`countries: ${JSON.stringify(figures.countryStats)}\n`);

    await importLog();
    const { asOf: firstRead, ...before } = figures;
    const { asOf: secondRead, ...after } = await expectEqual();
    expect(secondRead > firstRead).toBe(true);
    expect(after).toEqual(before);
  });
});
