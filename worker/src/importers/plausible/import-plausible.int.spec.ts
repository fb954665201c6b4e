import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { rebuildDays } from '../../days/rebuild-days.js';
import { buildAll } from '../../testing/recount.js';
import { useDatabase, useIntake } from '../../testing/hooks.js';
import { visitEvent } from '../../testing/intake.js';
import { exportFiles, threeDays, zipOf } from '../../testing/plausible-export.js';
import { recordVisits } from '../../intake/record-visits.js';
import { importPlausible } from './import-plausible.js';
import { limits } from './open-export.js';

const zone = 'Europe/Amsterdam';
const database = useDatabase();
const intake = useIntake(database, zone);
const { query } = database;

const now = new Date('2024-06-01T12:00:00Z');
const bring = (zip: Buffer) => importPlausible(database.dataSource, zip, now);
const bringFiles = async (files: Record<string, string>) => bring(await zipOf(files));
const countAt = (occurredAt: string) =>
  recordVisits([{ id: uuidv7(), data: { events: [visitEvent({ occurredAt })] } }], intake);

async function imported() {
  const [days, pages, countries] = await Promise.all([
    query('select day::text, people, visitors from imported_days order by day'),
    query('select day::text, page, people from imported_pages order by day, page'),
    query('select day::text, country, people from imported_countries order by day, country'),
  ]);
  return { days, pages, countries };
}

describe('an export', () => {
  it.each([false, true])('is there once, however often it comes in (packed: %s)', async (compress) => {
    const zip = await zipOf(exportFiles(threeDays), { compress });
    const summary = {
      imported: { days: 3, first: '2024-04-30', last: '2024-05-02', people: 10, visitors: 6 },
      ownDays: 0,
      firstOwnDay: null,
    };
    expect(await bring(zip)).toMatchObject(summary);
    const once = await imported();
    expect(once).toEqual({
      days: [
        { day: '2024-04-30', people: 1, visitors: 1 },
        { day: '2024-05-01', people: 4, visitors: 2 },
        { day: '2024-05-02', people: 5, visitors: 3 },
      ],
      pages: [
        { day: '2024-04-30', page: '/nl', people: 1 },
        { day: '2024-05-01', page: '/about', people: 1 },
        { day: '2024-05-01', page: '/nl', people: 3 },
        { day: '2024-05-02', page: '/en', people: 1 },
        { day: '2024-05-02', page: '/nl', people: 4 },
      ],
      countries: [
        { day: '2024-04-30', country: 'NL', people: 1 },
        { day: '2024-05-01', country: 'BE', people: 2 },
        { day: '2024-05-01', country: 'NL', people: 2 },
        { day: '2024-05-02', country: 'NL', people: 5 },
      ],
    });
    expect(await bring(zip)).toMatchObject(summary);
    expect(await imported()).toEqual(once);
  });

  it('takes the place of the days that it has, and of no others', async () => {
    await bringFiles(exportFiles(threeDays));
    const later = [
      { ...threeDays[2], visitors: 9 },
      { ...threeDays[0], day: '2024-05-03' },
    ];
    await bringFiles(exportFiles(later));
    expect((await imported()).days).toMatchObject([
      { day: '2024-04-30', visitors: 1 },
      { day: '2024-05-01', visitors: 2 },
      { day: '2024-05-02', visitors: 9 },
      { day: '2024-05-03', visitors: 1 },
    ]);
  });

  it('stops before the first day with a page view of our own', async () => {
    await countAt('2024-05-01T21:59:59Z'); // one second before midnight in Amsterdam
    expect(await bringFiles(exportFiles(threeDays))).toMatchObject({
      imported: { days: 1, last: '2024-04-30' },
      ownDays: 2,
      firstOwnDay: '2024-05-01',
    });
    const { days, pages, countries } = await imported();
    expect([days.length, pages.length, countries.length]).toEqual([1, 1, 1]);
  });

  it('adds up what is one page or one country for us, and leaves out what is neither', async () => {
    const files = exportFiles([
      {
        day: '2024-05-01',
        visitors: 1,
        pages: { '/nl?a=1': 1, '/nl#top': 2, ':dashboard': 4, [`/${'x'.repeat(2_048)}`]: 8 },
        countries: { T1: 1, A1: 2, NL: 4 },
      },
    ]);
    expect(await bringFiles(files)).toMatchObject({ unusedPages: 2, unusedCountries: 0 });
    expect(await imported()).toMatchObject({
      days: [{ people: 15 }],
      pages: [{ page: '/nl', people: 3 }],
      countries: [
        { country: 'NL', people: 4 },
        { country: 'ZZ', people: 3 },
      ],
    });
  });

  it('from an old version, without page views by country, has none', async () => {
    const files = exportFiles(threeDays);
    const [name = ''] = Object.keys(files);
    files[name] =
      'date,country,region,city,visitors,visits,visit_duration,bounces\n2024-05-01,NL,,0,1,1,1,1\n';
    expect(await bringFiles(files)).toMatchObject({ unusedCountries: 1 });
    expect((await imported()).countries).toEqual([]);
  });

  it('is no part of what is recounted', async () => {
    await countAt('2024-05-02T12:00:00Z');
    await bringFiles(exportFiles(threeDays));
    const before = await imported();
    await rebuildDays(database.dataSource, zone);
    await buildAll(database.dataSource);
    expect(await imported()).toEqual(before);
    expect(before.days).toHaveLength(2);
  });
});

describe('an invalid export changes nothing', () => {
  const visitors = 'imported_visitors_20240430_20240502.csv';
  const pages = 'imported_pages_20240430_20240502.csv';
  const changed = (name: string, from: string, to: string) => {
    const files = exportFiles(threeDays);
    return zipOf({ ...files, [name]: (files[name] ?? '').replace(from, to) });
  };
  const tooMany = Object.fromEntries(
    Array.from({ length: limits.files + 1 }, (_, index) => [`${index}.csv`, '']),
  );

  const wrong: [what: string, zip: () => Promise<Buffer>, message: RegExp][] = [
    ['no zip', () => Promise.resolve(Buffer.from('date,visitors\n')), /This is no zip file/],
    [
      'a zip that is cut off',
      async () => (await zipOf(exportFiles(threeDays))).subarray(0, 900),
      /no zip file/,
    ],
    ['another zip', () => zipOf({ 'a.csv': 'a,b\n1,2\n' }), /no imported_visitors/],
    ['too many files', () => zipOf(tooMany), /there are 1001 files in it/],
    [
      'a date',
      () => changed(visitors, '2024-05-01', '2024-02-30'),
      /visitors_.*csv, line 3: its date is no day/,
    ],
    [
      'a day to come',
      () => changed(visitors, '2024-05-02', '2024-06-03'),
      /line 4: its date is still to come/,
    ],
    ['a day twice', () => changed(visitors, '2024-05-01', '2024-04-30'), /line 3: 2024-04-30 is there twice/],
    ['a count', () => changed(visitors, ',2,4,', ',2,-4,'), /line 3: its pageviews is no count/],
    ['a huge count', () => changed(visitors, ',2,4,', ',2,999999999,'), /line 3: its pageviews is no count/],
    [
      'a column',
      () => changed(visitors, '"visitors",', '"visitants",'),
      /visitors_.*csv has no column visitors/,
    ],
    [
      'a row',
      () => changed(visitors, ',2,4,0,1,9', ',2,4'),
      /line 3: this row doesn't have as many cells as the header/,
    ],
    ['a quote', () => changed(pages, '"/about"', '"/about'), /pages_.*this is no CSV \(CSV_/],
    [
      'a page of an unknown day',
      () => changed(pages, '"2024-05-01"', '"2024-05-04"'),
      /pages_.*line 3: no imported_visitors has its date/,
    ],
    [
      'a page with no count',
      () => changed(pages, ',1,1,1,0', ',1,1,x,0'),
      /pages_.*, line 2: its pageviews is no count/,
    ],
    ['an empty file', () => zipOf({ [visitors]: '' }), /visitors_.*csv is empty/],
  ];

  it('and is reported with its file and line', async () => {
    await bringFiles(exportFiles(threeDays.slice(0, 2)));
    const before = await imported();
    for (const [what, zip, message] of wrong) await expect(zip().then(bring), what).rejects.toThrow(message);
    expect(await imported()).toEqual(before);
  });

  it('a file that says it is smaller than it is, and one that is larger than the limit', async () => {
    const zip = await changed(visitors, '2024-05-02', '2024-05-02');
    const bomb = Buffer.from(zip);
    const size = 24; // of a file, in its entry of the list at the end
    const entry = bomb.lastIndexOf(Buffer.from(visitors)) - 46;
    expect(bomb.toString('latin1', entry, entry + 4)).toBe('PK\x01\x02');
    bomb.writeUInt32LE(limits.csvBytes + 1, entry + size);
    await expect(bring(bomb)).rejects.toThrow(/larger than 250 MB|no zip file/);

    const packed = await zipOf({ [visitors]: 'x'.repeat(1_000_000) }, { compress: true });
    const lying = packed.lastIndexOf(Buffer.from(visitors)) - 46;
    packed.writeUInt32LE(10, lying + size);
    await expect(bring(packed)).rejects.toThrow(/cannot be unpacked: too many bytes/);
    expect((await imported()).days).toEqual([]);
  });
});

describe('the program', () => {
  const program = fileURLToPath(new URL('../../../dist/importers/plausible/main.js', import.meta.url));
  function start(...args: string[]) {
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        REDIS_URL: 'redis://127.0.0.1:1',
        PUBLIC_URL: 'http://site.example',
      },
    });
    const done = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
      ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
    );
    return { child, done };
  }
  async function run(zip: Buffer, ...args: string[]) {
    const { child, done } = start(...args);
    child.stdin.end(zip);
    return done;
  }

  it('says what it brought, what it left out, and takes it back', async () => {
    await countAt('2024-05-02T12:00:00Z');
    const { stdout, stderr, code } = await run(await zipOf(exportFiles(threeDays)));
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'Imported 2 days, 2024-04-30 to 2024-05-01: 5 page views by 3 visitors.\n' +
        'Left out: 1 day from 2024-05-02 on, which were counted here.\n' +
        'make import KIND=plausible UNDO=1 removes them again.\n',
    );
    expect([stderr, code]).toEqual(['', 0]);
    const { stdout: removed } = await run(Buffer.alloc(0), '--remove');
    expect(removed).toBe('Removed 2 days, 2024-04-30 to 2024-05-01: 5 page views by 3 visitors.\n');
    expect(await imported()).toEqual({ days: [], pages: [], countries: [] });
  });

  it('says what is wrong in a sentence', async () => {
    expect(await run(Buffer.from('no zip'))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This is no zip file of Plausible's: .*\n$/) as string,
    });
  });

  it('leaves nothing behind when it is killed midway', async () => {
    await bringFiles(exportFiles(threeDays.slice(0, 1)));
    const before = await imported();
    const other = database.dataSource.createQueryRunner();
    await other.startTransaction();
    // Its days and pages are in by then.
    await other.query('lock table imported_countries in share mode');
    const { child, done } = start();
    child.stdin.end(await zipOf(exportFiles(threeDays)));
    const connected = (state: string) =>
      query(
        `select 1 from pg_stat_activity where datname = current_database()
          and application_name = 'import-plausible' and ${state}`,
      );
    try {
      await expect.poll(() => connected("wait_event_type = 'Lock'")).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
      await done;
      await other.rollbackTransaction();
      await other.release();
    }
    await expect.poll(() => connected('true')).toHaveLength(0);
    expect(await imported()).toEqual(before);
    await bringFiles(exportFiles(threeDays));
    expect((await imported()).days).toHaveLength(3);
  });
});
