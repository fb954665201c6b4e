import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTimeZone } from '@voordeur/server';
import { makePartition, recordGoals, recordVideoViews, recordVisits } from '@voordeur/worker';
import {
  firefox,
  goalEvent,
  googlebot,
  useDatabase,
  useIntake,
  videoViewEvent,
  visitEvent,
} from '@voordeur/worker/testing';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parquetTables } from './parquet-tables.js';
import { exportParquet } from './write-parquet.js';

/** What is stored as a worker stores it is what another reader finds in the files. */
const database = useDatabase();
const intake = useIntake(database);
const { query } = database;

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  said = [];
  await writeTimeZone(database.dataSource.manager, 'Europe/Amsterdam');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

type Options = Partial<Parameters<typeof exportParquet>[1]>;
const exportMonths = (from?: string, to = from, more: Options = {}) =>
  exportParquet(database.ownersUrl, { folder, from, to, say: (text) => said.push(text), ...more });
const open = (file: string) => asyncBufferFromFile(join(folder, `${file}.parquet`));
const read = async (file: string) => parquetReadObjects({ file: await open(file) });
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath.slice(folder.length + 1), name))
    .sort();

const recordPages = (...events: ReturnType<typeof visitEvent>[]) =>
  recordVisits([{ id: uuidv7(), data: { events } }], intake);
const recordVideos = (...events: ReturnType<typeof videoViewEvent>[]) =>
  recordVideoViews([{ id: uuidv7(), data: { events } }], intake);

const anna = { address: '145.97.31.20', userAgent: firefox };
const ben = { address: '145.98.40.7', userAgent: firefox.replace('Linux', 'Windows') };
const fromLetter = {
  page: '/nl?utm_source=letter&utm_medium=mail&utm_campaign=spring&name=anna',
  referrer: 'https://post.example/?to=anna@example.org',
  language: 'NL' as const,
};

/** Anna on two pages and Ben on one, on either side of a month's last midnight (UTC), and a bot. */
async function recordAroundMidnight() {
  await recordPages(
    visitEvent({ occurredAt: '2026-02-28T23:59:59.999Z', ...anna, ...fromLetter }),
    visitEvent({ occurredAt: '2026-03-01T00:00:00.000Z', ...anna, page: '/learn', language: 'ENG' }),
    visitEvent({ occurredAt: '2026-03-01T00:10:00.500Z', ...ben, page: '/booking', webdriver: true }),
    visitEvent({ occurredAt: '2026-03-01T00:20:00.000Z', ...anna, page: '/nl' }),
    visitEvent({ occurredAt: '2026-03-01T00:25:00.000Z', address: '66.249.66.1', userAgent: googlebot }),
  );
}
const placeOf = async (page: string) => {
  const [place] = await query(`select country, city from visits where page like $1`, [`${page}%`]);
  expect(place?.['country']).toMatch(/^[A-Z]{2}$/);
  return place;
};

describe('page views', () => {
  it('are in the file of their month, with every column', async () => {
    await recordAroundMidnight();
    await exportMonths('2026-02', '2026-03');
    const nothing = {
      ...{ referrer_host: null, utm_source: null, utm_medium: null, utm_campaign: null, language: null },
      ...{ suspicion: null, bot_reason: null, bot_class: null, bot_name: null },
    };
    const linux = { device: 'desktop', browser: 'Firefox', system: 'Linux' };
    // In Amsterdam it was the first of March already.
    const ofAll = { ...nothing, day: new Date('2026-03-01'), source: 'beacon' };
    expect(await read('visits/2026-02')).toEqual([
      {
        ...ofAll,
        ...(await placeOf('/nl?')),
        ...linux,
        ...{ visitor: 1, occurred_at: new Date('2026-02-28T23:59:59.999Z'), page: '/nl', language: 'NL' },
        ...{
          utm_source: 'letter',
          utm_medium: 'mail',
          utm_campaign: 'spring',
          referrer_host: 'post.example',
        },
      },
    ]);
    const [bot] = await query(`select country, city from visits where bot_reason is not null`);
    expect(await read('visits/2026-03')).toEqual([
      {
        ...{ ...ofAll, ...(await placeOf('/learn')), ...linux },
        ...{ visitor: 1, occurred_at: new Date('2026-03-01T00:00:00.000Z'), page: '/learn', language: 'ENG' },
      },
      {
        ...{ ...ofAll, ...(await placeOf('/booking')), ...linux, system: 'Windows' },
        ...{ visitor: 2, occurred_at: new Date('2026-03-01T00:10:00.500Z'), page: '/booking' },
        suspicion: 'webdriver',
      },
      {
        ...{ ...ofAll, ...(await placeOf('/learn')), ...linux },
        ...{ visitor: 1, occurred_at: new Date('2026-03-01T00:20:00.000Z'), page: '/nl' },
      },
      {
        ...{ ...ofAll, ...bot, device: null, browser: null, system: null, visitor: null },
        ...{ occurred_at: new Date('2026-03-01T00:25:00.000Z'), page: '/nl' },
        ...{ bot_reason: 'user-agent', bot_class: 'search', bot_name: 'Googlebot' },
      },
    ]);
  });

  it('give a visitor another number every day', async () => {
    const at = (occurredAt: string, who: typeof anna) => visitEvent({ occurredAt, ...who });
    await recordPages(
      at('2026-03-10T12:00:00.000Z', anna),
      at('2026-03-10T13:00:00.000Z', ben),
      // The evening of the tenth, and in Amsterdam the eleventh.
      at('2026-03-10T23:30:00.000Z', anna),
      at('2026-03-11T12:00:00.000Z', anna),
      at('2026-03-12T12:00:00.000Z', ben),
    );
    await exportMonths('2026-03');
    const numbers = (await read('visits/2026-03')).map(({ visitor }) => visitor as number);
    expect(numbers).toEqual([1, 2, 3, 3, 4]);
    const days = await read('visitors_by_day/2026-03');
    expect(days.map(({ visitors }) => visitors as number)).toEqual([2, 1, 1]);
  });

  it('are written in groups of rows', async () => {
    await makePartition(database.dataSource, '2026-03');
    await query(`insert into visits (id, occurred_at, source, page, country, bot_reason, bot_class, bot_name, user_agent)
      select (lpad(to_hex(extract(epoch from at)::bigint * 1000), 12, '0') || '70008' || lpad('', 15, '0'))::uuid,
        at, 'edge', '/' || n, 'ZZ', 'user-agent', 'other', 'Other', 'Other/1.0'
      from (select n, timestamptz '2026-03-02T00:00:00Z' + make_interval(secs => n) as at from generate_series(1, 25001) n) made`);
    await exportMonths('2026-03');
    const metadata = await parquetMetadataAsync(await open('visits/2026-03'));
    expect(metadata.row_groups.map(({ num_rows }) => num_rows)).toEqual([25_000n, 1n]);
    const pages = (await read('visits/2026-03')).map(({ page }) => page as string);
    expect(pages).toEqual(Array.from({ length: 25_001 }, (_, index) => `/${index + 1}`));
  });
});

it('sessions have names, and belong to the month in which they began', async () => {
  await recordAroundMidnight();
  await recordVideos(
    videoViewEvent({ occurredAt: '2026-03-01T00:05:00.000Z', ...anna, watchDuration: 45, viewId: uuidv7() }),
  );
  await recordGoals(
    [{ id: uuidv7(), data: { events: [goalEvent({ occurredAt: '2026-03-01T00:06:00.000Z', ...anna })] } }],
    intake,
  );
  await exportMonths('2026-02', '2026-03');
  const firefoxOn = (system: string) => ({ device: 'desktop', browser: 'Firefox', system });
  expect(await read('sessions/2026-02')).toEqual([
    {
      ...{ visitor: 1, day: new Date('2026-03-01'), hour: 0, page_views: 3 },
      ...{ started_at: new Date('2026-02-28T23:59:59.999Z'), ended_at: new Date('2026-03-01T00:20:00.000Z') },
      ...{ entry: '/nl', exit: '/nl', pages_between: ['/learn'] },
      ...{ source: 'campaign', referrer_host: 'post.example', language: 'NL' },
      ...{ utm_source: 'letter', utm_medium: 'mail', utm_campaign: 'spring' },
      ...{ ...(await placeOf('/nl?')), ...firefoxOn('Linux') },
      ...{ video_seconds: 45, goals: ['video-30', 'form-opened'], suspicions: [], is_suspected: false },
    },
  ]);
  expect(await read('sessions/2026-03')).toEqual([
    {
      ...{ visitor: 1, day: new Date('2026-03-01'), hour: 1, page_views: 1 },
      ...{ started_at: new Date('2026-03-01T00:10:00.500Z'), ended_at: new Date('2026-03-01T00:10:00.500Z') },
      ...{ entry: '/booking', exit: '/booking', pages_between: [] },
      ...{ source: 'direct', referrer_host: null, language: null },
      ...{ utm_source: null, utm_medium: null, utm_campaign: null },
      ...{ ...(await placeOf('/booking')), ...firefoxOn('Windows') },
      ...{ video_seconds: 0, goals: [], suspicions: ['webdriver'], is_suspected: true },
    },
  ]);
});

it('video views and the figures by day are as they were counted', async () => {
  await recordAroundMidnight();
  const view = (occurredAt: string, watchDuration: number) =>
    videoViewEvent({ occurredAt, watchDuration, ...anna, viewId: uuidv7() });
  await recordVideos(view('2026-03-01T00:05:00.000Z', 45), view('2026-03-31T23:59:59.999Z', 3));
  await exportMonths('2026-03');
  const day = new Date('2026-03-01');
  const place = await placeOf('/learn');
  const video = { video_id: 'video-1', video_title: 'Video 1' };
  expect(await read('video_views/2026-03')).toEqual([
    {
      ...video,
      ...place,
      visitor: 1,
      day,
      occurred_at: new Date('2026-03-01T00:05:00.000Z'),
      watched_seconds: 45,
    },
    {
      ...{ ...video, ...place, visitor: 2, day: new Date('2026-04-01') },
      ...{ occurred_at: new Date('2026-03-31T23:59:59.999Z'), watched_seconds: 3 },
    },
  ]);
  const figures = await Promise.all(
    parquetTables
      .filter(({ isRaw }) => !isRaw)
      .map(async ({ name }) => [
        name,
        (await read(`${name}/2026-03`)).sort((a, b) =>
          JSON.stringify(a, noBigInt) < JSON.stringify(b, noBigInt) ? -1 : 1,
        ),
      ]),
  );
  const { country } = place ?? {};
  expect(Object.fromEntries(figures)).toEqual({
    visits_by_day: [{ day, people: 4, bots: 1 }],
    visitors_by_day: [{ day, visitors: 2 }],
    visits_by_day_page: [
      { day, page: '/booking', people: 1 },
      { day, page: '/learn', people: 1 },
      { day, page: '/nl', people: 2 },
    ],
    visits_by_day_country: [{ day, country, people: 4 }],
    visits_by_day_referrer: [{ day, referrer_host: 'post.example', people: 1 }],
    visits_by_day_campaign: [
      { day, utm_source: 'letter', utm_medium: 'mail', utm_campaign: 'spring', people: 1 },
    ],
    visits_by_day_bot: [{ day, bot_class: 'search', bot_reason: 'user-agent', bots: 1 }],
    video_views_by_day: [
      {
        ...{ ...video, day, views: 1, watched_seconds: 45n },
        ...{ reached_10: 1, reached_30: 1, reached_60: 0, reached_120: 0, reached_300: 0 },
      },
    ],
    viewers_by_day: [{ day, video_id: 'video-1', viewers: 1 }],
  });
});

const noBigInt = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

it('nothing in the files tells who somebody was', async () => {
  await recordAroundMidnight();
  await recordVideos(videoViewEvent({ occurredAt: '2026-03-01T00:05:00.000Z', ...anna }));
  await exportMonths('2026-02', '2026-03');
  const [of] = await query(
    `select array_agg(distinct id::text) as ids, array_agg(distinct host(ip)) as addresses,
      array_agg(distinct encode(visitor, 'hex')) filter (where visitor is not null) as hashes from visits`,
  );
  const { ids, addresses, hashes } = of as Record<string, string[]>;
  const secrets = [
    ...[
      '145.97.31',
      '145.98.40',
      '66.249.66',
      'anna',
      'post.example/',
      firefox,
      ben.userAgent,
      googlebot,
      'Mozilla',
      '140.0',
    ],
    ...[...(ids ?? []), ...(addresses ?? []), ...(hashes ?? [])],
  ];
  expect(secrets.length).toBeGreaterThan(18);
  for (const file of files()) {
    const bytes = readFileSync(join(folder, file));
    // The files are compressed, so their rows are searched too.
    const rows = JSON.stringify(await read(file.replace('.parquet', '')), noBigInt);
    for (const secret of secrets) {
      expect(`${file}: ${bytes.includes(secret)}, ${rows.includes(secret)}`).toBe(`${file}: false, false`);
      const hex = secret.replaceAll('-', '');
      if (/^[0-9a-f]{32}$/.test(hex)) expect(bytes.includes(hex, 0, 'hex')).toBe(false);
    }
  }
});

describe('the months', () => {
  it('are all from the first with a row to this one, by default', async () => {
    const months = [45, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString());
    await recordPages(...months.map((occurredAt) => visitEvent({ occurredAt })));
    await exportMonths();
    const names = files().filter((file) => file.startsWith('visits/'));
    expect([names[0], names.at(-1)]).toEqual(months.map((month) => `visits/${month.slice(0, 7)}.parquet`));
    expect(files()).toHaveLength(names.length * parquetTables.length);
    expect(said).toHaveLength(files().length);
  });

  it('have files without rows where nothing happened', async () => {
    await recordPages(visitEvent({ occurredAt: '2026-01-10T12:00:00.000Z' }));
    await exportMonths('2025-11', '2026-02');
    expect([...new Set(files().map((file) => file.slice(-15)))]).toEqual([
      '2026-01.parquet',
      '2026-02.parquet',
    ]);
    for (const { name, columns } of parquetTables) {
      const metadata = await parquetMetadataAsync(await open(`${name}/2026-02`));
      expect(metadata.num_rows).toBe(0n);
      expect(metadata.schema[0]?.num_children).toBe(columns.length);
      expect(await read(`${name}/2026-02`)).toEqual([]);
    }
  });

  it.each([
    ['2026-13', '2026-03', "FROM=2026-13 isn't a month"],
    ['2026-01', '2026-3', "TO=2026-3 isn't a month"],
    ['2026-03', '2026-02', 'TO=2026-02 is before FROM=2026-03'],
    ['2999-01', undefined, 'FROM=2999-01 is still to come'],
    [undefined, '2999-01', 'TO=2999-01 is still to come'],
    [undefined, '2025-12', 'Nothing was counted before 2026-01'],
    ['2025-11', '2025-12', 'Nothing was counted before 2026-01'],
  ])('from %s to %s are refused', async (from, to, message) => {
    await recordPages(visitEvent({ occurredAt: '2026-01-10T12:00:00.000Z' }));
    await expect(exportMonths(undefined, undefined, { from, to })).rejects.toThrow(message);
    expect(files()).toEqual([]);
  });
});

it('a folder that is a file is refused', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(exportMonths('2026-03', '2026-03', { folder: join(folder, 'file') })).rejects.toThrow(
    "DIR can't be written to",
  );
});

describe('run again', () => {
  it('replaces the files, and nothing else', async () => {
    await recordAroundMidnight();
    await exportMonths('2026-02', '2026-03');
    const before = files();
    writeFileSync(join(folder, 'visits/2026-03.parquet.part'), 'of a run that was killed');
    writeFileSync(join(folder, 'visits/notes.txt'), 'mine');
    await query(`delete from visits where page = '/learn'`);
    await recordPages(visitEvent({ occurredAt: '2026-03-31T23:59:59.999Z', page: '/last' }));
    await exportMonths('2026-02', '2026-03');
    const pages = (await read('visits/2026-03')).map(({ page }) => page as string);
    expect(pages).toEqual(['/booking', '/nl', '/nl', '/last']);
    expect(files()).toEqual([...before, 'visits/notes.txt'].sort());
  });

  it('leaves the files of a sealed month, whose rows are gone', async () => {
    await recordAroundMidnight();
    await exportMonths('2026-02', '2026-03');
    const before = readFileSync(join(folder, 'visits/2026-02.parquet'));
    await query(`select seal_visits_month('2026-02-01', 0)`);
    await query(`insert into visits_by_day (day, people, bots) values ('2026-02-20', 7, 1)`);
    await exportMonths('2026-02', '2026-03');
    expect(readFileSync(join(folder, 'visits/2026-02.parquet'))).toEqual(before);
    expect(said.filter((text) => text.includes('are gone'))).toHaveLength(3);
    expect(await read('visits_by_day/2026-02')).toEqual([
      { day: new Date('2026-02-20'), people: 7, bots: 1 },
    ]);
  });

  it('while a month is sealed, leaves its files too', async () => {
    await recordAroundMidnight();
    await exportMonths('2026-02');
    const before = readFileSync(join(folder, 'visits/2026-02.parquet'));
    await query(`insert into visits_by_day (day, people, bots) values ('2026-02-20', 7, 1)`);
    const other = database.owner.createQueryRunner();
    await other.startTransaction();
    await other.query(`select seal_visits_month('2026-02-01', 0)`);
    const exported = exportMonths('2026-02');
    const waiting = `select from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitUntil(async () => (await query(waiting)).length > 0);
    await other.commitTransaction();
    await other.release();
    await exported;
    expect(readFileSync(join(folder, 'visits/2026-02.parquet'))).toEqual(before);
  });

  it('and stopped in a file, leaves the whole one from before', async () => {
    await recordAroundMidnight();
    await exportMonths('2026-02', '2026-03');
    const [before, bytes] = [files(), readFileSync(join(folder, 'sessions/2026-02.parquet'))];
    await query('truncate sessions');
    const stop = new AbortController();
    const say = () => {
      stop.abort(new Error('stopped'));
    };
    await expect(exportMonths('2026-02', '2026-03', { say, signal: stop.signal })).rejects.toThrow(
      "sessions/2026-02.parquet couldn't be written",
    );
    expect(files()).toEqual(before);
    expect(readFileSync(join(folder, 'sessions/2026-02.parquet'))).toEqual(bytes);
  });
});

it('is of one moment, also where it had to wait', async () => {
  await recordAroundMidnight();
  const other = database.owner.createQueryRunner();
  await other.startTransaction();
  await other.query('lock table visits_by_day_page in access exclusive mode');
  const exported = exportMonths('2026-03');
  await vi.waitUntil(() => said.length === 5);
  await other.query('update visits_by_day_page set people = 99');
  await other.commitTransaction();
  await other.release();
  await exported;
  const people = (await read('visits_by_day_page/2026-03')).map((row) => row['people'] as number);
  expect(people.sort()).toEqual([1, 1, 2]);
});
