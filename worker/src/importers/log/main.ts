import { parseArgs } from 'node:util';
import { queueNames, type RecordVisits } from '@voordeur/contracts/jobs';
import { orExit } from '@voordeur/server';
import { Queue } from 'bullmq';
import { loadConfig } from '../../platform/config.js';
import { say } from '../report.js';
import { ChunksInFlight } from './chunks-in-flight.js';
import { importLogs } from './import-logs.js';
import { ImportTally } from './import-tally.js';
import { type OpenLog, openLog } from './open-log.js';
import { showProgress } from './progress.js';
import { reachServices } from './reach-services.js';
import { readLog } from './read-log.js';
import { readUmami } from './read-umami.js';
import { reportImport } from './report-import.js';

const usage = `Usage: node worker/dist/importers/log/main.js [--umami] [FILE|-]...

Makes page views of web-server access logs in combined (or common) format, plain or gzip; - or nothing is
standard input. What a collector of logs or grep put in front of a line is left out. A page view is a GET of a
path without extension, or with that of a page (.html, .php, .aspx), with a status under 300, or 304. They pass through the queue and the worker with the lines' own times, so both must run. What is in
already is not added again. Ends when the last line is a row.

--umami: the files are CSV exports of Umami's events in place of logs.

Ctrl-C stops it; started again, it goes on where it stopped, for what is in adds nothing.

Reads DATABASE_URL, REDIS_URL and QUEUE_PREFIX from the environment.
`;

/** How long Ctrl-C waits for running writes, so that the report can say which are in. */
const lastWaitMs = 5_000;

process.exitCode = await main();

async function main(): Promise<number> {
  let files: string[];
  let read: typeof readUmami = readLog;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, umami: { type: 'boolean' } },
    });
    if (values.help) {
      process.stdout.write(usage);
      return 0;
    }
    if (values.umami) read = readUmami;
    files = positionals.length > 0 ? positionals : ['-'];
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
    return 1;
  }
  const config = orExit(loadConfig);
  try {
    const logs = await Promise.all(
      files.map((file) => openLog(file, read === readUmami ? 'import-umami' : 'import-log')),
    );
    const services = await reachServices(config);
    try {
      return await run(logs, read, services, config.queuePrefix);
    } finally {
      await services.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'the import failed'}\n`);
    return 1;
  }
}

async function run(
  logs: OpenLog[],
  read: typeof readUmami,
  { redis, db }: Awaited<ReturnType<typeof reachServices>>,
  prefix: string,
): Promise<number> {
  const tally = new ImportTally();
  const progress = showProgress(logs, tally, process.stderr);
  const queue = new Queue<RecordVisits>(queueNames.visits, {
    connection: redis,
    prefix,
    skipVersionCheck: true,
    streams: { events: { maxLen: 100 } },
  });
  queue.on('error', () => undefined); // `onStall` reports that Redis is away
  const chunks = new ChunksInFlight({
    queue,
    db,
    tally,
    onStall: (waiting) => {
      progress.say(
        `Nothing has become a row for a minute; ${waiting} chunks wait. Do the worker, Redis (${redis.status}) and Postgres run? Waiting on.`,
      );
    },
  });

  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort(new Error('stopped by Ctrl-C')); // a second one ends the process
  });
  const startMs = performance.now();
  const secondsSoFar = () => (performance.now() - startMs) / 1_000;
  try {
    const broken = await importLogs(logs, { chunks, tally, signal: stop.signal, read });
    progress.stop();
    say(reportImport(tally, secondsSoFar()));
    for (const sentence of broken) process.stderr.write(`${sentence}\n`);
    return broken.length > 0 ? 1 : 0;
  } catch (error) {
    progress.stop();
    if (!stop.signal.aborted) throw error;
    await chunks.drain(AbortSignal.timeout(lastWaitMs)).catch(() => undefined);
    say(reportImport(tally, secondsSoFar()));
    say(`Stopped. ${chunks.pageViewsWaiting} page views are still on their way to a row.`);
    say('Start it again to go on: what is in is not added twice.');
    return 130;
  }
}
