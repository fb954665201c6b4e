import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, makeRoles } from '@voordeur/testing';
import { giveUp } from '../local/advice.js';
import { root } from '../local/settings.js';
import { startServices } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { ownSettings, serviceAddresses, stopFlushing } from '../local/test-stack.js';
import { explanations } from './explanations.js';
import { drawPage, pageFile } from './page.js';
import { type Part, parts } from './parts.js';
import { reportOf, type Report, resultsDir, runStryker } from './run-stryker.js';
import { runSqlMutants, type SqlOutcome } from './run-sql-mutants.js';
import { sqlMutants } from './sql-mutants.js';
import { compareWith, mutantsOf, scoreOf, survivorsOf, tallyOf } from './survivors.js';

/**
 * `make mutants`: puts small mistakes into the code, and expects a test to fail with each. PART=… tries one part, or `sql`;
 * FILES=a.ts,b.ts those files of it. With TEST_DATABASE_URL and TEST_REDIS_URL it starts no servers of its own.
 */
const leastScore = 85;
const sqlFile = `${resultsDir}/sql.json`;
const write = (line: string) => process.stdout.write(`${line}\n`);

const wanted = process.env['PART'];
const files = process.env['FILES']?.split(',');

/** False if a score is too low, or a survivor isn't explained. */
async function run(): Promise<boolean> {
  mkdirSync(join(root, resultsDir), { recursive: true });
  const chosen = wanted ? parts.filter(({ name }) => name === wanted) : parts;
  if (wanted !== 'sql' && chosen.length === 0) {
    write(`PART is one of ${[...parts.map(({ name }) => name), 'sql'].join(', ')}.`);
    return false;
  }
  for (const part of chosen) await runStryker(part, files);
  let areSqlMutantsKilled = true;
  if (!wanted || wanted === 'sql') {
    const outcomes = await runSqlMutants(sqlMutants);
    writeFileSync(join(root, sqlFile), JSON.stringify(outcomes));
    areSqlMutantsKilled = outcomes.every(({ killed }) => killed);
  }
  const isGood = judge(chosen) && areSqlMutantsKilled;
  writePage();
  return isGood;
}

function judge(chosen: Part[]): boolean {
  let isGood = true;
  for (const part of chosen) {
    const report = readReport(part);
    const tally = tallyOf(report);
    write(
      `${part.name}: ${mutantsOf(tally)} mutants, ${tally.survived} survived, ${scoreOf(tally).toFixed(1)} %`,
    );
    if (scoreOf(tally) < leastScore) {
      write(`  That is less than ${leastScore} %.`);
      isGood = false;
    }
    const own = explanations.filter(({ file }) => file in report.files);
    const { unexplained, outdated } = compareWith(own, survivorsOf(report));
    for (const { file, line, mutant } of unexplained) write(`  Not explained: ${file}:${line}: ${mutant}`);
    for (const key of outdated) write(`  Explained, and killed by now: ${key}`);
    if (unexplained.length + outdated.length > 0) isGood = false;
  }
  return isGood;
}

function writePage(): void {
  const read = parts.map((part) => ({
    ...part,
    tally: existsSync(join(root, reportOf(part))) ? tallyOf(readReport(part)) : undefined,
  }));
  const date = new Date().toISOString().slice(0, 10);
  const sqlPath = join(root, sqlFile);
  const sql = existsSync(sqlPath) ? (JSON.parse(readFileSync(sqlPath, 'utf8')) as SqlOutcome[]) : [];
  writeFileSync(join(root, pageFile), drawPage({ date, parts: read, sql, explanations }));
  write(`${pageFile} is written.`);
}

function readReport(part: Part): Report {
  return JSON.parse(readFileSync(join(root, reportOf(part)), 'utf8')) as Report;
}

/** Each mutant's run makes databases for its specs: copies of this one. */
async function withTemplate(work: () => Promise<boolean>): Promise<boolean> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  await makeRoles(serverUrl);
  const { url, dataSource, drop } = await createTestDatabase(serverUrl);
  // Postgres copies a database only while nobody is connected to it.
  await dataSource.destroy();
  process.env['TEST_TEMPLATE'] = new URL(url).pathname.slice(1);
  try {
    return await work();
  } finally {
    await dataSource.initialize();
    await drop();
  }
}

async function withServices(work: () => Promise<boolean>): Promise<boolean> {
  if (process.env['TEST_DATABASE_URL']) return withTemplate(work);
  const settings = ownSettings('mutants-services', 11);
  const stop = () => stopStack(settings.localDir);
  process.once('SIGINT', () => void stop().finally(() => process.exit(130)));
  if (existsSync(settings.localDir)) await removeData(settings.localDir);
  try {
    await startServices(settings);
    await stopFlushing(settings);
    Object.assign(process.env, serviceAddresses(settings));
    return await withTemplate(work);
  } finally {
    await stop();
  }
}

try {
  process.exitCode = (await withServices(run)) ? 0 : 1;
} catch (error) {
  giveUp(error);
}
