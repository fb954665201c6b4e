import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { unsubscribe } from '../../leads/suppressions.js';
import { useDatabase } from '../../testing/hooks.js';
import { weekOf } from '../../mail/letter-week.js';
import { readWeek } from '../../mail/read-week.js';
import { importLeads } from './import-leads.js';
import { readLeads } from './read-leads.js';

const database = useDatabase();
const { query } = database;
const now = new Date('2026-03-10T12:00:00Z');

async function bring(csv: string | Buffer) {
  const { leads } = await readLeads(Buffer.from(csv), { timeZone: 'Europe/Amsterdam', now });
  return importLeads(database.dataSource, leads);
}
const stored = () =>
  query(
    'select id, kind, status, email, name, phone, idea, language, note, received_at, imported from leads order by received_at',
  );
const file = (...lines: string[]) => [...lines, ''].join('\n');

describe('a file of another tool', () => {
  it('comes in once, whatever its delimiter and its byte order mark', async () => {
    const csv = file(
      'Email,Name,Message,Form,created_at,language,status,note,phone',
      'anna@example.org,Anna,"Two, or\nthree; lines",question,2024-05-01T10:00:00Z,nl,answered,Rang back,',
      'Bert@Example.org,,,newsletter,2024-05-02 10:00,EN,,,',
      ',,Call me,,2024-05-03,,new,,+31 6 1234',
    );
    expect(await bring(csv)).toEqual({ stored: 3, subscribed: 0 });
    const rows = await stored();
    expect(rows).toMatchObject([
      {
        ...{
          kind: 'question',
          status: 'answered',
          email: 'anna@example.org',
          language: 'NL',
          imported: true,
        },
        ...{ name: 'Anna', idea: 'Two, or\nthree; lines', note: 'Rang back', phone: null },
        received_at: new Date('2024-05-01T10:00:00Z'),
      },
      {
        ...{ kind: 'newsletter', status: 'archived', email: 'Bert@Example.org', language: 'ENG', idea: null },
        received_at: new Date('2024-05-02T08:00:00Z'),
      },
      {
        ...{ kind: 'question', status: 'new', email: null, phone: '+31 6 1234', idea: 'Call me' },
        received_at: new Date('2024-05-02T22:00:00Z'),
      },
    ]);
    const semicolons = `\ufeff${csv.replaceAll(';', '#').replaceAll(',', ';').replace('Two; or', 'Two, or').replace('#', ';')}`;
    for (const again of [csv, semicolons, semicolons.replaceAll('\n', '\r\n').replace('or\r\n', 'or\n')])
      expect(await bring(again)).toEqual({ stored: 0, subscribed: 0 });
    expect(await stored()).toEqual(rows);
    // The inbox goes by ids, from the newest to the oldest.
    expect([...rows].sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))).toEqual(rows);
  });

  it('sends nothing', async () => {
    await bring(
      file(
        'email,message,kind,created_at,consent_at',
        'anna@example.org,Hi,setups,2024-05-01T10:00:00Z,2024-05-01T10:00:00Z',
        'bert@example.org,,newsletter,2024-05-01T10:00:00Z,',
      ),
    );
    expect(await query('select * from outbox')).toEqual([]);
  });

  it("isn't news in the weekly letter", async () => {
    await bring(file('email,kind,created_at,status', 'anna@example.org,question,2026-03-04,new'));
    const week = weekOf('2026-03-02', 'Europe/Amsterdam');
    const { leads, asked, waiting } = await readWeek(database.dataSource.manager, week);
    expect([leads.now, asked, waiting]).toEqual([0, 0, 0]);
  });

  it('with a wrong line changes nothing, and names each without quoting it', async () => {
    const bad = [
      'no-address,Hi,question,2024-05-01,,,',
      `${'x'.repeat(300)}@example.org,Hi,question,2024-05-01,,,`,
      ',Hi,question,2024-05-01,,,',
      'anna@example.org,Hi,quest,2024-05-01,,,',
      'anna@example.org,Hi,question,,,,',
      'anna@example.org,Hi,question,2024-02-30,,,',
      'anna@example.org,Hi,question,2026-03-11,,,',
      'anna@example.org,Hi,question,1 May,,,',
      'anna@example.org,Hi,question,2024-05-01,DE,,',
      'anna@example.org,Hi,question,2024-05-01,,later,',
      `anna@example.org,${'x'.repeat(5_001)},question,2024-05-01,,,`,
      'anna@example.org,a\u0007b,question,2024-05-01,,,',
      'anna@example.org,Hi,question,2024-05-01,,,yes',
    ];
    const many = Array.from({ length: 10 }, () => 'secret,Hi,question,2024-05-01,,,');
    const csv = file(
      'email,message,kind,created_at,language,status,consent_at',
      'good@example.org,Hi,question,2024-05-01,,,',
      ...bad,
      ...many,
    );
    const error = await bring(csv).catch((thrown: unknown) => thrown);
    expect(String(error).split('\n')).toEqual([
      'Error: Nothing was imported, because lines of this file are wrong:',
      '  line 3: email is no address',
      '  line 4: email is longer than 254 characters',
      '  line 5: neither email nor phone',
      "  line 6: kind isn't one of ours",
      '  line 7: no created_at',
      '  line 8: created_at is no date such as 2026-12-31 14:05 or 31-12-2026 14:05',
      '  line 9: created_at is still to come',
      '  line 10: created_at is no date such as 2026-12-31 14:05 or 31-12-2026 14:05',
      "  line 11: language isn't one of ENG, NL",
      "  line 12: status isn't one of ours",
      '  line 13: message is longer than 5000 characters',
      '  line 14: message has control characters',
      '  line 15: consent_at is no date such as 2026-12-31 14:05 or 31-12-2026 14:05',
      ...Array.from({ length: 7 }, (_, index) => `  line ${16 + index}: email is no address`),
      '  and 3 more',
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['an empty file', '', 'This file is empty'],
    ['another table', 'a,b\n1,2\n', 'This file has no column email, created_at'],
    [
      'a row that is too short',
      'email,created_at\nanna@example.org\n',
      "line 2: this row doesn't have as many cells as the header (1, not 2)",
    ],
    [
      'another encoding',
      Buffer.from('email,created_at\nzo\xeb@example.org,2024-05-01\n', 'latin1'),
      'not UTF-8',
    ],
  ])('is not %s', async (_, csv, message) => {
    await expect(bring(csv)).rejects.toThrow(message);
    await expect(bring(csv)).rejects.not.toThrow('anna');
  });
});

describe("the newsletter's list", () => {
  const agreed = (email: string) =>
    file('email,kind,created_at,consent_at', `${email},newsletter,2024-05-01,2024-05-01T10:00:00Z`);
  const list = () => query('select email, state, confirmed_at from subscribers order by email');

  it('has an address that agreed, from when it did, and no other', async () => {
    const csv = `${agreed('Anna@example.org')}bert@example.org,newsletter,2024-05-01,\n`;
    expect(await bring(csv)).toEqual({ stored: 2, subscribed: 1 });
    expect(await bring(csv)).toEqual({ stored: 0, subscribed: 0 });
    expect(await list()).toEqual([
      { email: 'anna@example.org', state: 'confirmed', confirmed_at: new Date('2024-05-01T10:00:00Z') },
    ]);
  });

  it('leaves out an address that has unsubscribed here, before or after', async () => {
    const leave = (email: string) =>
      database.dataSource.transaction((tx) =>
        unsubscribe(tx, { id: uuidv7(), email, receivedAt: '2024-06-01T00:00:00Z' }),
      );
    await leave('anna@example.org');
    expect(await bring(agreed('Anna@Example.org'))).toEqual({ stored: 1, subscribed: 0 });
    expect(await list()).toEqual([]);
    await bring(agreed('bert@example.org'));
    await leave('bert@example.org');
    expect(await bring(agreed('bert@example.org'))).toEqual({ stored: 0, subscribed: 0 });
    expect(await list()).toMatchObject([{ email: 'bert@example.org', state: 'unsubscribed' }]);
    expect(await query('select email from suppressions order by email')).toHaveLength(2);
  });
});

describe('the program', () => {
  const program = fileURLToPath(new URL('../../../dist/importers/leads/main.js', import.meta.url));
  const start = () =>
    spawn(process.execPath, [program, '-'], {
      env: {
        ...process.env,
        ...{
          DATABASE_URL: database.url,
          REDIS_URL: 'redis://127.0.0.1:1',
          PUBLIC_URL: 'http://site.example',
        },
      },
    });
  const csv = file(
    'email,message,created_at',
    ...Array.from({ length: 450 }, (_, n) => `person-${n}@example.org,Hi,2024-05-01T10:00:00Z`),
  );

  it('completes what one that was killed has begun', async () => {
    const other = database.dataSource.createQueryRunner();
    await other.startTransaction();
    // The last one of them is being stored elsewhere, so the third batch waits.
    const { leads } = await readLeads(Buffer.from(csv), { timeZone: 'Europe/Amsterdam', now });
    await other.query(
      `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'question', 'x', '', now())`,
      [leads.at(-1)?.lead.id],
    );
    const killed = start();
    const gone = once(killed, 'exit');
    killed.stdin.end(csv);
    try {
      await expect
        .poll(() =>
          query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1);
    } finally {
      killed.kill('SIGKILL');
      await other.rollbackTransaction();
      await other.release();
    }
    await gone;
    expect(await stored()).toHaveLength(400);

    const again = start();
    again.stdin.end(csv);
    const [stdout, stderr] = await Promise.all([text(again.stdout), text(again.stderr)]);
    expect([stdout, stderr]).toEqual(['450 leads: 50 new, 400 already here.\n', '']);
    expect(await stored()).toHaveLength(450);
  });

  it('says what is wrong, and nothing of a person', async () => {
    const child = start();
    child.stdin.end('email,created_at\nanna-example.org,2024-05-01\n');
    const [stderr, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(stderr).toBe(
      'Nothing was imported, because lines of this file are wrong:\n  line 2: email is no address\n',
    );
    expect(exit).toEqual([1, null]);
  });
});

it('keeps no address of the page, the site and the campaign that a lead came from', async () => {
  const address = 'jan%40voorbeeld.example';
  await bring(
    file(
      'id,receivedAt,visit.match,kind,email,visit.firstPage,visit.referrer,visit.utmSource,visit.utmCampaign',
      `${uuidv7()},2024-05-01T10:00:00Z,certain,question,a@b.nl,/${address},https://a.example/${address},letter,${address}`,
    ),
  );
  expect(await query('select first_page, referrer, utm_source, utm_campaign from leads')).toEqual([
    {
      first_page: '/[address]',
      referrer: 'https://a.example/',
      utm_source: 'letter',
      utm_campaign: '[address]',
    },
  ]);
});
