import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sourceClasses } from '@voordeur/contracts/http';
import { queueNames, stalledJobOptions, type RecordVisits } from '@voordeur/contracts/jobs';
import { createTestQueues } from '@voordeur/testing';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { groupBy } from '../testing/recount-sessions.js';
import { recordVisits } from '../intake/record-visits.js';

/*
 * Files as public bug reports describe them, through the programs. They are no part of the product, so they may be absent.
 */
const folder = fileURLToPath(new URL('../../../../shared/data/cases/', import.meta.url));
const filesOf = (kind: string) => readdirSync(folder).filter((file) => file.startsWith(kind));
const program = (name: string) =>
  fileURLToPath(new URL(`../../dist/importers/${name}/main.js`, import.meta.url));

const database = useDatabase();
const intake = useIntake(database);
let queues: ReturnType<typeof createTestQueues>;
let worker: Worker<RecordVisits>;

describe.skipIf(!existsSync(folder))(
  'files of public bug reports (skipped without ../shared/data/cases)',
  () => {
    beforeAll(() => {
      queues = createTestQueues();
      worker = new Worker<RecordVisits>(
        queueNames.visits,
        (job) =>
          recordVisits([{ id: job.id ?? '', data: job.data }], { ...intake, ownHost: 'localhost:8380' }),
        {
          connection: { url: queues.workerRedisUrl, maxRetriesPerRequest: null },
          prefix: queues.prefix,
          ...stalledJobOptions,
        },
      );
    });
    afterAll(async () => {
      await worker.close();
      await queues.clear();
    });

    async function run(name: string, ...args: string[]) {
      const child = spawn(process.execPath, [program(name), ...args], {
        cwd: folder,
        env: {
          ...process.env,
          ...{ DATABASE_URL: database.url, REDIS_URL: queues.workerRedisUrl, QUEUE_PREFIX: queues.prefix },
          PUBLIC_URL: 'http://localhost:8380',
        },
      });
      const [[code], stdout, stderr] = await Promise.all([
        once(child, 'close') as Promise<[number | null]>,
        text(child.stdout),
        text(child.stderr),
      ]);
      return { code, stdout, stderr };
    }

    it(
      'logs: each page view has its visitor and place, or its line is counted as malformed',
      { timeout: 240_000 },
      async () => {
        const { code, stdout, stderr } = await run('log', ...filesOf('log-'));
        expect(stderr.match(/^log-.*$/gm)).toEqual([
          'log-18-utf16.log is in UTF-16. Type: iconv -f UTF-16 -t UTF-8 FILE | make import-log FILE=/dev/stdin',
          'log-23.log.zst is packed with zstd. Type: zstd -dc FILE | make import-log FILE=/dev/stdin',
          'log-25-cut.gz broke off: unexpected end of file',
        ]);
        expect(code).toBe(1);
        expect(stdout).toMatch(/new +210\n +bots +7\n +no-agent +4\n +user-agent +3\n/);
        expect(stdout).toContain('\n4 views without an agent: counted as bots\n');
        expect(`${stdout}${stderr}`).not.toMatch(/145\.97|naam=|jan/i);
        expect(await summarize()).toEqual({
          l01: '3 views of 2 visitors, NL US',
          l01b: '2 views of 2 visitors, NL US',
          l02: '2 views of 2 visitors, NL US',
          l03: '3 views of 1 visitors, NL',
          l04: '2 views of 1 visitors, NL',
          l05: '2 views of 1 visitors, NL',
          l06: '3 bots',
          l08: '5 views of 1 visitors, NL',
          l09: '1 views of 1 visitors, NL; 1 bots',
          l11: '3 views of 1 visitors, NL',
          l15: '1 views of 1 visitors, NL',
          l17: '2 views of 2 visitors, NL', // the leap second is the next day in Amsterdam
          l19: '4 views of 4 visitors, NL ZZ',
          l20: '87 views of 87 visitors, NL',
          l21: '34 views of 34 visitors, NL',
          l22: '2 views of 1 visitors, NL',
          l23: '2 views of 1 visitors, NL',
          dst: '12 views of 12 visitors, NL',
          m: '30 views of 3 visitors, NL; 1 bots',
          l28: '6 views of 1 visitors, NL; 2 bots',
        });
        expect(await sourcesOf('l20')).toEqual({
          direct: '70 71 72',
          search:
            '3 7 10 11 12 13 14 15 16 17 18 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 39 40 41 42 56 64 65',
          assistant: '43 44 45 46 47 48 51 52 53 54 55 57 59 60 61 62 63',
          referral: '0 1 2 4 5 6 8 9 19 20 38 49 50 58 66 67 68 69 73 74 75 76 77 78 79 80 81 82 83 84 85 86',
        });
        expect(await sourcesOf('l21')).toMatchObject({ assistant: '0 1 18 19 20 21' });

        const again = await run('log', ...filesOf('log-'));
        expect(again.stdout).toMatch(/new +0\n +bots +0\n +already there +210\n/);
      },
    );

    /** Sums up pages by the file they come from, the beginning of their path. */
    async function summarize() {
      const rows = (await database.query(
        `select page, country, visitor::text, bot_reason from visits order by id`,
      )) as { page: string; country: string; visitor: string | null; bot_reason: string | null }[];
      const files = groupBy(rows, ({ page }) => /l\d\db?|dst|m(?=\d\d)/.exec(page)?.[0] ?? page);
      const texts = [...files].map(([file, all]) => {
        const views = all.filter((row) => row.bot_reason === null);
        const visitors = new Set(views.map((row) => row.visitor)).size;
        const countries = [...new Set(views.map((row) => row.country))].sort().join(' ');
        const bots = all.length - views.length;
        const people =
          views.length > 0 ? [`${views.length} views of ${visitors} visitors, ${countries}`] : [];
        return [file, [...people, ...(bots > 0 ? [`${bots} bots`] : [])].join('; ')];
      });
      return Object.fromEntries(texts) as Record<string, string>;
    }

    /** The numbers of a log's lines by the class of their source. */
    async function sourcesOf(file: string) {
      const rows = (await database.query(
        `select source_class as source, substr(page, 6, 3)::int as line
      from visits where page like $1 and bot_reason is null order by line`,
        [`/${file}/%`],
      )) as { source: number; line: number }[];
      const lines = groupBy(rows, ({ source }) => sourceClasses[source] ?? '');
      return Object.fromEntries(
        [...lines].map(([source, all]) => [source, all.map(({ line }) => line).join(' ')]),
      );
    }

    it("events of Umami's", async () => {
      const { code, stdout, stderr } = await run('log', '--umami', ...filesOf('umami-'));
      expect([code, stderr]).toEqual([
        1,
        'umami-03-wrong-quote.csv, line 3, column page_title: this is no CSV (INVALID_OPENING_QUOTE).\n',
      ]);
      expect(stdout).toMatch(/new +12\n/);
      for (const line of [15, 16])
        expect(stdout).toContain(
          `umami-01-variants.csv:${line}: created_at is no time such as 2026-12-31 14:05:00: \n`,
        );
      const rows = await database.query('select page, country, referrer_host from visits order by page');
      expect(rows.map(({ page }) => page)).toEqual([
        ...['/nl/u11/', '/u01', '/u02?utm_source=nieuws', '/u03', '/u04', '/u05', '/u06', '/u07', '/u09'],
        ...['/u15', '/u16', '/u20'],
      ]);
      expect(rows.filter((row) => row['referrer_host'] !== null)).toMatchObject([
        { referrer_host: 'example.net' },
      ]);
      expect(rows.filter(({ country }) => country === 'ZZ')).toMatchObject([{ page: '/u20' }]);
    });

    const example = '2026-12-31 14:05 or 31-12-2026 14:05';
    const leads: Record<string, [said: string, ...emails: string[]]> = {
      'leads-01-listmonk.csv': ['2 leads: 2 new', 'anna', 'bert'],
      'leads-01b-listmonk-rfc3339.csv': ['1 leads: 1 new', 'anna'],
      'leads-02-ghost.csv': ['1 leads: 1 new', 'carla'],
      'leads-03-mailchimp.csv': ['This file has no column email, created_at.'],
      'leads-04-sep-line.csv': ["line 3: this row doesn't have as many cells as the header (4, not 3)."],
      'leads-05-excel-nl-dates.csv': ['1 leads: 1 new', 'frits'],
      'leads-06-windows-1252.csv': ['This file is not UTF-8: save it as "CSV UTF-8".'],
      'leads-07-utf16-tabs.csv': ['1 leads: 1 new', 'hans'],
      'leads-08-quoted-newlines-bom.csv': ['1 leads: 1 new', 'ida'],
      'leads-09-cr-only.csv': ['2 leads: 2 new', 'jan', 'kees'],
      'leads-10-zwnbsp-email.csv': ['3 leads: 3 new', 'lies', 'mark', 'nina'],
      'leads-12-dates.csv': [
        [8, 9, 10, 11, 13].map((n) => `  line ${n}: created_at is no date such as ${example}\n`).join(''),
      ],
      'leads-14-hubspot.csv': ['This file has no column created_at.'],
      'leads-15-idn.csv': ['2 leads: 2 new', 'rosa', 'rosa'],
      'leads-16-blank-lines-trailing.csv': ['1 leads: 1 new', 'sam'],
    };
    it.each(Object.entries(leads))('%s', async (file, [sentence, ...names]) => {
      const { code, stdout, stderr } = await run('leads', file);
      expect(`${stdout}${stderr}`).toContain(sentence);
      expect(code).toBe(names.length > 0 ? 0 : 1);
      const rows = (await database.query('select email from leads order by received_at, email')) as {
        email: string;
      }[];
      expect(rows.map(({ email }) => email.split('@')[0])).toEqual(names);
    });

    it.each([
      [
        'plausible-01-2026-columns.zip',
        'Imported 2 days, 2026-01-01 to 2026-01-02: 8 page views by 4 visitors.',
        2,
      ],
      ['plausible-02-nested-folder-excel-resaved.zip', 'line 2: its date is no day such as 2026-12-31.', 0],
      ['plausible-03-two-ranges.zip', 'line 2: 2026-01-06 is there twice.', 0],
    ])('%s', async (file, sentence, days) => {
      const { code, stdout, stderr } = await run('plausible', join(folder, file));
      expect(`${stdout}${stderr}`).toContain(sentence);
      expect(code).toBe(days > 0 ? 0 : 1);
      expect(await database.query('select from imported_days')).toHaveLength(days);
    });
  },
);
