import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { Pool } from 'undici';
import { listNodeParts } from '@voordeur/operate/local/parts.js';
import { root, serverPath, type Settings } from '@voordeur/operate/local/settings.js';
import { migrate } from '@voordeur/operate/local/stack.js';
import type { Part } from '@voordeur/operate/local/supervise.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { urlOf, withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { logIn } from '@voordeur/e2e/helpers/clients.js';
import { postTo, sendSteadily, upTo, type VisitLoad } from '../measuring/load.js';
import { pidOfPart } from '../measuring/process.js';
import { until } from '@voordeur/operate/local/until.js';

/** Batches that the worker has under way, and connections of what it is compared with. */
export const concurrency = Number(process.env['WORKER_CONCURRENCY'] ?? 2);

/** The stack that is measured: the product's own parts and durability, one api, one worker, no rate limits. */
export function benchSettings(name = 'bench', slot = 3, more: Record<string, string> = {}): Settings {
  return ownSettings(name, slot, {
    RATE_LIMIT: 'off',
    // The load names its visitors in X-Forwarded-For.
    TRUSTED_PROXIES: '127.0.0.1',
    WORKER_CONCURRENCY: String(concurrency),
    ...more,
  });
}

/** Starts another process and resolves when `url` answers 2xx: to what ends it. Throws after 20 s. */
export async function startBeside(part: Part, url: string): Promise<() => Promise<void>> {
  const logs = join(root, '.local/bench/log');
  mkdirSync(logs, { recursive: true });
  const log = openSync(join(logs, `${part.name}.log`), 'w');
  const child = spawn(part.command, part.args, {
    cwd: part.cwd,
    env: { PATH: serverPath(), ...part.environment },
    stdio: ['ignore', log, log],
  });
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`${part.name} ended before it answered ${url}`);
    return (await fetch(url).catch(() => undefined))?.ok === true;
  };
  if (!(await until(answers, { withinMs: 20_000, everyMs: 5 }))) throw new Error(`${url} did not answer`);
  return async () => {
    child.kill(part.stopSignal);
    await once(child, 'exit');
  };
}

/** Makes another migrated database; resolves to its address. */
export async function createDatabase(settings: Settings, name: string): Promise<string> {
  await withPostgres(settings.databaseUrl, (db) => db.query(`create database ${name}`));
  const databaseUrl = urlOf(settings.databaseUrl, name);
  await migrate({ ...settings, environment: { ...settings.environment, DATABASE_URL: databaseUrl } });
  return databaseUrl;
}

/** An api of its own on this database, with a token for its owner. */
export async function startApi(settings: Settings, port: number, databaseUrl: string) {
  const part = listNodeParts(settings).find(({ name }) => name === 'api-1');
  if (!part) throw new Error('there is no api to start');
  const asApi = urlOf(part.environment?.['DATABASE_URL'] ?? '', new URL(databaseUrl).pathname.slice(1));
  const own = { DATABASE_URL: asApi, API_PORT: String(port), EDGE_LOG_PORT: '0' };
  const url = `http://127.0.0.1:${port}`;
  const end = await startBeside(
    { ...part, name: `api-${port}`, environment: { ...part.environment, ...own } },
    `${url}/api/health/ready`,
  );
  return { url, token: await logIn(url, settings.environment['ADMIN_SECRET_KEY']), end };
}

/** Calls `work` while the workers stand still. */
export async function whileWorkersWait<Result>(
  { localDir, workerProcesses }: Settings,
  work: () => Promise<Result>,
): Promise<Result> {
  const workers = Array.from({ length: workerProcesses }, (_, index) =>
    pidOfPart(localDir, `worker-${index + 1}`),
  );
  const signal = (name: NodeJS.Signals) => {
    for (const worker of workers) process.kill(worker, name);
  };
  signal('SIGSTOP');
  try {
    return await work();
  } finally {
    signal('SIGCONT');
  }
}

/** While the workers stand still, what is accepted stays in Redis; it is thrown away before they go on. */
export function withoutWorkers<Result>(settings: Settings, work: () => Promise<Result>): Promise<Result> {
  return whileWorkersWait(settings, async () => {
    try {
      return await work();
    } finally {
      const redis = new Redis(settings.redisUrl);
      await redis.flushall();
      redis.disconnect();
    }
  });
}

/** Rows of `visits`, as far as their chunks are recorded in the transaction that stores them. */
export async function countVisits(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select coalesce(sum(stored), 0)::float8 as n from recorded_chunks',
  );
  return rows[0]?.n ?? 0;
}

/** Throws after two minutes. */
export async function untilVisits(db: pg.Client, expected: number): Promise<void> {
  const areThere = async () => (await countVisits(db)) >= expected;
  if (!(await until(areThere, { withinMs: 120_000, everyMs: 50 })))
    throw new Error('what was accepted did not become rows in time');
}

/** Up to nine million people with public addresses of many networks, so that places are really looked up, and four browsers. */
export function personOf(n: number) {
  const version = `14${n % 4}.0`;
  return {
    address: `${20 + (n % 150)}.${Math.floor(n / 150) % 250}.${Math.floor(n / 37_500) % 250}.7`,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
  };
}

/** Posts visits by 20,000 people at a steady rate, counted in `load`, and resolves when the last is answered. */
export async function postSteadily(baseUrl: string, perSecond: number, seconds: number, load: VisitLoad) {
  const pool = new Pool(baseUrl, { connections: 64 });
  await sendSteadily(perSecond, upTo(perSecond * seconds), (index, dueMs) => {
    const { address, userAgent } = personOf((index * 7_919) % 20_000);
    const visit = { page: `/page-${index % 500}`, language: index % 2 ? 'NL' : 'ENG' };
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
    return load.count(postTo(pool, '/api/visit', visit, headers), dueMs);
  });
  await pool.close();
}
