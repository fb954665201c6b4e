import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { queueNames, stalledJobOptions, type RecordVisits } from '@voordeur/contracts/jobs';
import { createTestQueues } from '@voordeur/testing';
import { Queue, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChunksInFlight } from './chunks-in-flight.js';
import { importLogs } from './import-logs.js';
import { ImportTally } from './import-tally.js';
import { openLog } from './open-log.js';
import { reachServices } from './reach-services.js';
import { useDatabase } from '../../testing/hooks.js';

/** Compiled, as it is run: `tsc -b` comes before the tests. */
const program = fileURLToPath(new URL('../../../dist/importers/log/main.js', import.meta.url));

const database = useDatabase({ keepRows: true });
let folder: string;
let queues: ReturnType<typeof createTestQueues>;
let services: Awaited<ReturnType<typeof reachServices>>;
let queue: Queue<RecordVisits>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-log-'));
});

beforeEach(async () => {
  queues = createTestQueues();
  services = await reachServices({ databaseUrl: database.url, redisUrl: queues.workerRedisUrl });
  queue = new Queue<RecordVisits>(queueNames.visits, { connection: services.redis, prefix: queues.prefix });
});

afterEach(async () => {
  await queue.close();
  await services.close();
  await queues.clear();
  await database.query('truncate recorded_chunks, rejected_events');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('resolves only when every chunk is recorded, with never more than eight on their way', async () => {
  const file = await writeLog('many.log', logOf(0, 6_000));
  let isDone = false;
  let stalls = 0;
  const importing = runImport([file], { onStall: () => stalls++, stallMs: 300 }).then((result) => {
    isDone = true;
    return result;
  });

  await until(() => stalls > 0); // nobody takes the jobs yet
  expect(isDone).toBe(false);
  expect(await queue.getJobCountByTypes('wait', 'active', 'delayed')).toBe(8);

  const consumer = consume();
  const { tally } = await importing;
  expect(consumer.ids.size).toBe(6_000);
  expect(tally).toMatchObject({ pageViews: 6_000, stored: 6_000, alreadyThere: 0 });
  expect(await countRecorded()).toBe(12);
  expect(consumer.mostWaiting).toBeLessThanOrEqual(8);
  await consumer.close();
});

test('a second run has the same ids and adds nothing', async () => {
  const file = await writeLog('twice.log', logOf(0, 1_200));
  const consumer = consume();
  await runImport([file]);
  const { tally } = await runImport([file]);
  expect(tally).toMatchObject({ stored: 0, alreadyThere: 1_200 });
  expect(consumer.ids.size).toBe(1_200);
  await consumer.close();
});

test('plain, gzip and gzip of several members have equal ids, whatever they are called', async () => {
  const [first, second] = [logOf(0, 700), logOf(700, 1_000)];
  const files = [
    await writeLog('plain.gz', first + second),
    await writeLog('packed.log', gzipSync(first + second)),
    await writeLog('members', Buffer.concat([gzipSync(first), gzipSync(second)])),
  ];
  const consumer = consume();
  for (const [index, file] of files.entries()) {
    const { tally } = await runImport([file]);
    expect(tally).toMatchObject({ lines: 1_000, stored: index === 0 ? 1_000 : 0 });
  }
  expect(consumer.ids.size).toBe(1_000);
  await consumer.close();
});

test('overlapping files add what is new, in one run and in two', async () => {
  const early = await writeLog('early.log', logOf(0, 800));
  const late = await writeLog('late.log', logOf(500, 1_300));
  const consumer = consume();
  expect((await runImport([early, late])).tally).toMatchObject({ stored: 1_300, alreadyThere: 300 });
  expect((await runImport([late])).tally).toMatchObject({ stored: 0, alreadyThere: 800 });
  await consumer.close();
});

test('events that the worker refuses are reported by reason', async () => {
  const file = await writeLog('refused.log', logOf(0, 10));
  const consumer = consume({ 'sealed-month': 4 });
  await runImport([file]);
  await setAside([...consumer.ids].at(0) ?? '');
  const { tally } = await runImport([file]);
  expect(tally.refused).toEqual({ 'sealed-month': 4, 'set-aside': 1 });
  expect(tally).toMatchObject({ stored: 0, alreadyThere: 5 });
  await consumer.close();
});

test('chunks that Redis has lost are brought back', async () => {
  const file = await writeLog('lost.log', logOf(0, 600));
  let stalls = 0;
  const importing = runImport([file], { onStall: () => stalls++, stallMs: 500 });
  await until(async () => (await queue.getWaitingCount()) === 2);
  await queue.obliterate({ force: true });
  await until(() => stalls > 0);
  const consumer = consume();
  expect((await importing).tally).toMatchObject({ stored: 600 });
  await consumer.close();
});

test('Redis and Postgres may go and come back meanwhile', async () => {
  const { owner: dataSource } = database;
  const file = await writeLog('away.log', logOf(0, 5_000));
  let stalls = 0;
  await dataSource.query('alter table recorded_chunks rename to recorded_chunks_away'); // every question fails
  const importing = runImport([file], { onStall: () => stalls++, stallMs: 300 });
  await until(() => stalls > 0);
  services.redis.disconnect(true);
  await dataSource.query('alter table recorded_chunks_away rename to recorded_chunks');
  await dataSource.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'import-log' and datname = current_database()`,
  );
  const consumer = consume();
  expect((await importing).tally).toMatchObject({ stored: 5_000, alreadyThere: 0 });
  await consumer.close();
});

test('a file that is cut short is imported as far as it can be read', async () => {
  const packed = gzipSync(logOf(0, 20_000));
  const file = await writeLog('cut.gz', packed.subarray(0, packed.length / 2));
  const consumer = consume();
  const { tally, broken } = await runImport([file]);
  expect(broken).toEqual([`${file} broke off: unexpected end of file`]);
  expect(tally.stored).toBeGreaterThan(1_000);
  expect(tally.stored).toBe(tally.pageViews);
  await consumer.close();
});

test.each([
  [
    'zstd',
    Buffer.from('28b52ffd04', 'hex'),
    'packed with zstd. Type: zstd -dc FILE | make import-log FILE=/dev/stdin',
  ],
  ['bzip2', Buffer.from('BZh91AY&SY'), 'packed with bzip2. Type: bzip2 -dc FILE |'],
  ['xz', Buffer.from('fd377a585a0000', 'hex'), 'packed with xz. Type: xz -dc FILE |'],
  ['zip', Buffer.from('PK\x03\x04secret'), 'a zip. Type: unzip -p FILE |'],
  [
    'UTF-16',
    Buffer.from(`\ufeff${logOf(0, 1)}`, 'utf16le'),
    'in UTF-16. Type: iconv -f UTF-16 -t UTF-8 FILE |',
  ],
  ['a tar', tarOf('secret'), 'a tar. Type: tar -xOf FILE |'],
  ['a tar in gzip', gzipSync(tarOf('secret')), 'a tar. Type: tar -xzOf FILE |'],
  ['gzip in gzip', gzipSync(gzipSync('secret')), 'packed with gzip twice. Type: zcat FILE |'],
])('%s is named with what to type, and nothing in it is printed', async (_what, content, sentence) => {
  const file = await writeLog('packed', content);
  const { tally, broken } = await runImport([file]);
  expect(broken).toEqual([expect.stringContaining(`${file} is ${sentence}`)]);
  expect(broken[0]).not.toMatch(/secret|192/);
  expect(tally.lines).toBe(0);
});

test('the program reads standard input, reports and ends with 0', async () => {
  const file = await writeLog('named.log', logOf(0, 900));
  const consumer = consume({}, (stored) => (stored === 100 ? { 'no-agent': 30, 'user-agent': 10 } : {}));
  await runImport([file]);
  const { code, stdout, stderr } = await runProgram(
    ['-'],
    gzipSync(`${logOf(0, 1_000)}no log line of 192.0.2.7\n`),
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(
    /lines +1,001\npage views +1,000\n +new +100\n +bots +40\n +no-agent +30\n +user-agent +10\n +already there +900\nleft out +1\n +malformed +1\n/,
  );
  expect(stdout).toContain('\n30 views without an agent: counted as bots\n');
  expect(stdout).toContain('standard input:1001: not in combined or common format: <text> <address>');
  await consumer.close();
});

test('Ctrl-C ends it with what is in and what is not', async () => {
  const file = await writeLog('stopped.log', logOf(0, 1_000));
  const program = startProgram([file]);
  await until(async () => (await queue.getWaitingCount()) === 2); // nobody takes them
  program.child.kill('SIGINT');
  const { code, stdout } = await program.ended;
  expect(code).toBe(130);
  expect(stdout).toContain('Stopped. 1000 page views are still on their way to a row.');
}, 20_000);

test.each([
  [
    'a file that is not there',
    ['/nowhere/access.log'],
    {},
    '/nowhere/access.log cannot be read: there is no such file',
  ],
  ['a folder', [tmpdir()], {}, 'it is a directory'],
  ['an unknown option', ['--fast'], {}, 'Usage:'],
  ['packed standard input', ['-'], {}, 'standard input is packed with gzip twice. Type: zcat FILE |'],
  ['Redis away', ['-'], { REDIS_URL: 'redis://127.0.0.1:1' }, 'Redis does not answer'],
  ['Postgres away', ['-'], { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, 'Postgres does not answer'],
])('%s ends it with 1 and a sentence', async (_what, args, environment, sentence) => {
  const { code, stdout, stderr } = await runProgram(args, gzipSync(gzipSync('secret')), environment);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
  expect(`${stdout}${stderr}`).not.toContain('secret');
});

test('--help says how to use it', async () => {
  const { code, stdout } = await runProgram(['--help'], '');
  expect(code).toBe(0);
  expect(stdout).toContain('[FILE|-]');
});

/** Jobs that aren't recorded: one that is may still be in the queue, and has made room for another. */
async function countOnTheirWay(): Promise<number> {
  const ids = (await queue.getJobs(['wait', 'active'])).map(({ id }) => id);
  const recorded = await database.query('select from recorded_chunks where id::text = any($1)', [ids]);
  return ids.length - recorded.length;
}

/** The worker is the outside here: this one only keeps ids and records chunks, as the contract says. */
function consume(
  dropped: Record<string, number> = {},
  botsOf: (stored: number) => Record<string, number> = () => ({}),
) {
  const ids = new Set<string>();
  const seen = { mostWaiting: 0 };
  const worker = new Worker<RecordVisits>(
    queueNames.visits,
    async (job) => {
      seen.mostWaiting = Math.max(seen.mostWaiting, await countOnTheirWay());
      const before = ids.size;
      for (const event of job.data.events) ids.add(event.id);
      await database.dataSource.query(
        'insert into recorded_chunks (id, stored, dropped, bots) values ($1, $2, $3, $4) on conflict do nothing',
        [job.id, ids.size - before, dropped, botsOf(ids.size - before)],
      );
    },
    {
      connection: { url: queues.workerRedisUrl, maxRetriesPerRequest: null },
      prefix: queues.prefix,
      ...stalledJobOptions,
    },
  );
  return {
    ids,
    get mostWaiting() {
      return seen.mostWaiting;
    },
    close: () => worker.close(),
  };
}

interface ImportOptions {
  onStall?: () => unknown;
  stallMs?: number;
}

async function runImport(
  files: string[],
  { onStall = () => undefined, stallMs = 60_000 }: ImportOptions = {},
) {
  const tally = new ImportTally();
  const chunks = new ChunksInFlight({ queue, db: services.db, tally, onStall, stallMs });
  const logs = await Promise.all(files.map((file) => openLog(file)));
  const signal = new AbortController().signal;
  const broken = await importLogs(logs, { chunks, tally, signal });
  return { tally, broken };
}

function startProgram(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      REDIS_URL: queues.workerRedisUrl,
      QUEUE_PREFIX: queues.prefix,
      ...environment,
    },
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, ended };
}

async function runProgram(args: string[], input: string | Buffer, environment?: Record<string, string>) {
  const { child, ended } = startProgram(args, environment);
  child.stdin.on('error', () => undefined); // it may have ended without reading
  child.stdin.end(input);
  return ended;
}

async function writeLog(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function tarOf(content: string): Buffer {
  const tar = Buffer.alloc(1_536);
  tar.write('access.log');
  tar.write('ustar', 257);
  tar.write(content, 512);
  return tar;
}

/** Page views from..to of one endless log. */
function logOf(from: number, to: number): string {
  let log = '';
  for (let i = from; i < to; i++) {
    log += `192.0.2.${i % 250} - - [17/May/2015:10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:03 +0000] "GET /a/${i} HTTP/1.1" 200 1 "-" "Mozilla/5.0"\n`;
  }
  return log;
}

async function countRecorded(): Promise<number> {
  const [row] = await database.dataSource.query<{ count: number }[]>(
    'select count(*)::int as count from recorded_chunks',
  );
  return row?.count ?? 0;
}

async function setAside(id: string): Promise<void> {
  await database.dataSource.query(
    `insert into rejected_events (id, queue, reason, event) values ($1, 'visits', 'refused', '{}')`,
    [id],
  );
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { interval: 20 }).toBe(true);
}
