import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { createDataSource } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import { root } from '@voordeur/operate/local/settings.js';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { ownSettings } from '../helpers/test-stack.js';
import { detectBot, openPlaces } from '@voordeur/worker';
import { expect, test } from './test.js';
import { isGiven, logIn } from './stack.js';

const timeZone = 'Europe/Amsterdam';
const log = join(process.env['SHARED_DATA'] ?? join(root, '../shared/data'), 'access-log-open.log.gz');
/** A stack of its own: its database must hold this log and nothing else. */
const settings = ownSettings('test-import', 6);

test.describe('a real log through the whole way', () => {
  test.skip(!existsSync(log), "the log is third parties' and no part of the product");
  test.skip(isGiven, 'it starts a stack of its own, of local processes');
  let db: DataSource;
  let tables: Awaited<ReturnType<typeof recount>>;

  test.beforeAll(async () => {
    await removeData(settings.localDir);
    await startStack(settings);
    db = await createDataSource(settings.databaseUrl).initialize();
    tables = await recount(new URL(settings.environment['PUBLIC_URL'] ?? '').host);
  });
  test.afterAll(async () => {
    await db.destroy();
    await removeData(settings.localDir);
  });

  /** Runs `make import-log`, and waits until its days are made. */
  async function importLog() {
    const program = ['infra/operate/dist/local/run-in-stack.js', 'worker/dist/importers/log/main.js', log];
    const env = { ...process.env, LOCAL_DIR: settings.localDir };
    const said = await promisify(execFile)(process.execPath, program, { cwd: root, env });
    await expect.poll(() => db.query('select day from changed_days limit 1')).toEqual([]);
    return said;
  }

  async function expectEqual() {
    const { readAnalytics } = await logIn(addressOf(settings), settings.environment['ADMIN_SECRET_KEY']);
    for (const [what, sql, counts] of tables) {
      const rows = await db.query<{ key: string; count: number }[]>(sql);
      expect(Object.fromEntries(rows.map(({ key, count }) => [key, count])), what).toEqual(counts);
    }
    return readAnalytics();
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

/** A page view of the log, with the worker's judgement of it, which a recount takes as given. */
interface View {
  /** `YYYY-MM-DD HH:mm:ss`, local. */
  at: string;
  page: string;
  referrerHost: string | null;
  visitor: string;
  country: string;
  bot: ReturnType<typeof detectBot>;
}

const day = ({ at }: View) => at.slice(0, 10);
const hour = ({ at }: View) => at.slice(0, 13);
const month = ({ at }: View) => at.slice(0, 7);

/** Each table that the log fills: the query of its counts, and what they must be. The parts of a key are joined by `|`. */
async function recount(
  ownHost: string,
): Promise<[what: string, sql: string, counts: Record<string, number>][]> {
  const views = await readViews();
  const people = views.filter(({ bot }) => bot === null);
  const bots = views.filter(({ bot }) => bot !== null);
  const visitors = [...new Map(people.map((view) => [day(view) + view.visitor, view])).values()];
  const referred = people.filter(
    ({ referrerHost }) => referrerHost !== null && referrerHost.replace(/^www\./, '') !== ownHost,
  );
  const dayOfRow = `to_char(occurred_at at time zone '${timeZone}', 'YYYY-MM-DD')`;
  const raw = (key: string, of = 'bot_reason is null', count = '*') =>
    `select ${key} as key, count(${count})::int as count from visits where ${of} group by 1`;
  const [ofDay, ofMonth] = [`to_char(day, 'YYYY-MM-DD')`, `to_char(month, 'YYYY-MM')`];
  const hours = `select to_char(day + (place - 1) * interval '1 hour', 'YYYY-MM-DD HH24') as key, n as count
    from days, unnest(people_by_hour) with ordinality as one (n, place) where n > 0`;
  const byDay = (column: string) =>
    `select ${ofDay} as key, ${column} as count from days where ${column} > 0`;
  const values = (dimension: string, key = ofDay, table = 'values_by_day') =>
    `select ${key} || '|' || replace(value, E'\n', '|') as key, views as count from ${table} where dimension = '${dimension}'`;
  const dayPage = (view: View) => `${day(view)}|${view.page}`;
  const dayCountry = (view: View) => `${day(view)}|${view.country}`;
  const dayReferrer = (view: View) => `${day(view)}|${view.referrerHost}`;
  const dayBot = (view: View) => `${day(view)}|${view.bot?.botClass}|${view.bot?.reason}`;
  const tables: [string, string, View[], (view: View) => string][] = [
    ['pages in raw rows', raw(`${dayOfRow} || '|' || split_part(page, '?', 1)`), people, dayPage],
    ['countries in raw rows', raw(`${dayOfRow} || '|' || country`), people, dayCountry],
    ['visitors in raw rows', raw(dayOfRow, 'bot_reason is null', 'distinct visitor'), visitors, day],
    ['bots in raw rows', raw(dayOfRow, 'bot_reason is not null'), bots, day],
    ['people by hour', hours, people, hour],
    ['people by day', byDay('people'), people, day],
    ['bots by day', byDay('bots'), bots, day],
    ['visitors by day', byDay('visitors'), visitors, day],
    ['pages by day', values('page'), people, dayPage],
    ['countries by day', values('country'), people, dayCountry],
    ['referrers by day', values('referrer'), referred, dayReferrer],
    ['kinds of bots by day', values('bot'), bots, dayBot],
    [
      'pages by month',
      values('page', ofMonth, 'values_by_month'),
      people,
      (view) => `${month(view)}|${view.page}`,
    ],
    [
      'countries by month',
      values('country', ofMonth, 'values_by_month'),
      people,
      (view) => `${month(view)}|${view.country}`,
    ],
  ];
  return tables.map(([what, sql, some, keyOf]) => {
    const counts: Record<string, number> = {};
    for (const view of some) counts[keyOf(view)] = (counts[keyOf(view)] ?? 0) + 1;
    return [what, sql, counts];
  });
}

/** Reads the log's page views by its own few lines: nothing here is the importer's, so that the two can disagree. */
async function readViews(): Promise<View[]> {
  const places = await openPlaces({});
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const views: View[] = [];
  const input = createReadStream(log).pipe(createGunzip());
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const { address = '', time = '', request = '', status, ...rest } = line.exec(text)?.groups ?? {};
    const instant = instantOf(time);
    const page = pageOf(plain(request));
    if (status === undefined || instant === null || page === null) continue;
    if (Number(status) >= 400 || /^3(?!04)/.test(status)) continue;
    const [referrer = '', userAgent = ''] = [rest['referrer'], rest['agent']].map((field = '-') =>
      field === '-' ? '' : plain(field),
    );
    views.push({
      at: clock.format(instant),
      page: page.replace(/\?.*/s, ''),
      referrerHost: hostOf(referrer),
      visitor: `${address} ${userAgent.slice(0, 1_024)}`,
      country: places.locate(address).country,
      bot: detectBot({ userAgent: userAgent.slice(0, 1_024), page }),
    });
  }
  return views;
}

const line =
  /^(?<address>\S+) .*?\[(?<time>\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] "(?<request>(?:\\.|[^"\\])*)" (?<status>\d{3}) \S+(?: "(?<referrer>(?:\\.|[^"\\])*)" "(?<agent>(?:\\.|[^"\\])*)")?/;

const pageEndings = /^([sx]?html?|php|aspx?|jsp|do|cfm)$/;

/** The path with the campaign in its query; null if the request isn't for a page. */
function pageOf(request: string): string | null {
  const [, method, target = ''] = /^(\S*) ?(.*?)(?: HTTP\/[\d.]+)?$/s.exec(request) ?? [];
  const [, path = '', query = ''] =
    /^([^?#]*)\??([^#]*)/.exec(target.replace(/^https?:\/\/[^/?#]+/i, '')) ?? [];
  const ending = /\/[^/]*\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase();
  if (method !== 'GET' || !path.startsWith('/')) return null;
  if (ending !== undefined && !pageEndings.test(ending)) return null;
  const utm = query.match(/(?<![^&])utm_(?:source|medium|campaign|term|content)(?=[=&]|$)[^&]*/g) ?? [];
  return utm.length > 0 ? `${path}?${utm.join('&')}` : path;
}

/** Without the escapes of the log: `\"`, `\\` and bytes as `\xHH`. */
function plain(field: string): string {
  return field.replace(
    /(?:\\x[0-9a-f]{2})+|\\(["\\])/gi,
    (run, mark?: string) =>
      mark ??
      new TextDecoder().decode(Uint8Array.from(run.match(/(?<=x)../g) ?? [], (hex) => parseInt(hex, 16))),
  );
}

function instantOf(time: string): Date | null {
  // `17 May 2015 10:05:03 +0000` is a form that Date reads; it takes the 31st of a short month for the 1st.
  const [, day, month, year, clock] = /^(\d\d)\/(\w{3})\/(\d{4}):(.*)$/.exec(time) ?? [];
  const instant = new Date(`${day} ${month} ${year} ${clock}`);
  const isReal = new Date(`${day} ${month} ${year} UTC`).getUTCDate() === Number(day);
  return Number.isNaN(instant.getTime()) || !isReal ? null : instant;
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}
