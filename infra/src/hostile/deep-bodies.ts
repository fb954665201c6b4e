import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool, request } from 'undici';
import { pidOf } from '../local/supervise.js';
import { type Attack, atMost, exactly, type Finding, reported, type Target } from './attack.js';
import { percentile, startHonestVisits } from './honest-visits.js';

const requests = 250;
const atOnce = 40;
/** A gigabit line: unbounded, loopback lets the attacker take both cores for sending alone. */
const bytesPerMs = 125_000;
/** A megabyte, which the import alone takes, and what every other call takes. */
const megabyte = nested(500_000);
const small = nested(16_000);

/** Deeply nested JSON, which is small to send and expensive to parse. */
export const deepBodies: Attack = { name: 'deep-bodies', run };

async function run({ baseUrl, settings }: Target): Promise<Finding[]> {
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY'] ?? '');
  const path = '/api/admin/translations/import';
  const floods: Deep[] = [
    { path, body: megabyte },
    { path, body: megabyte, token: 'nonsense' },
    { path, body: megabyte, token },
    { path: '/api/visit', body: small },
    { path: '/api/nothing', body: small },
    { path, body: megabyte, method: 'PUT' },
  ];
  const statuses = new Map<number, number>();
  const before = processorSeconds(settings.localDir);
  // The first of a fresh stack wait for connections and compilers, attacked or not.
  const first = startHonestVisits(baseUrl, 100);
  await wait(2_000);
  await first.stop();
  const honest = startHonestVisits(baseUrl, 100);
  for (const [index, deep] of floods.entries()) {
    // Each from an address of its own, so that nginx's limits let the api see them all.
    const pool = new Pool(baseUrl, { connections: atOnce, localAddress: `127.0.2.${index + 1}` });
    await flood(pool, deep, statuses);
    await pool.destroy();
  }
  const { accepted, refused, latenciesMs } = await honest.stop();
  const serverErrors = [...statuses].filter(([status]) => status >= 500 || status === 0);
  return [
    reported('answers', [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')),
    exactly(
      'answers 5xx, or none at all',
      serverErrors.reduce((sum, [, count]) => sum + count, 0),
      0,
    ),
    reported('honest visits accepted', String(accepted)),
    exactly('honest visits refused', refused, 0),
    atMost('honest visits, 95th percentile', percentile(latenciesMs, 0.95), 60, 'ms'),
    atMost('honest visits, slowest', percentile(latenciesMs, 1), 1_000, 'ms'),
    reported('api, processor time', `${(processorSeconds(settings.localDir) - before).toFixed(1)} s`),
    atMost('api, most memory resident', peakMegabytes(settings.localDir), 300, 'MB'),
  ];
}

interface Deep {
  path: string;
  body: Buffer;
  token?: string;
  method?: 'POST' | 'PUT';
}

/** Sends it `requests` times, at most `atOnce` at a time; counts the statuses, 0 for a connection that ended instead. */
async function flood(
  pool: Pool,
  { path, body, token, method = 'POST' }: Deep,
  statuses: Map<number, number>,
): Promise<void> {
  let sent = 0;
  const startMs = performance.now();
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  async function sendSome(): Promise<void> {
    while (sent < requests) {
      const dueMs = startMs + (sent * body.length) / bytesPerMs;
      sent += 1;
      await wait(Math.max(0, dueMs - performance.now()));
      const status = await pool.request({ method, path, headers, body }).then(
        async (answer) => {
          await answer.body.dump();
          return answer.statusCode;
        },
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome));
}

async function logIn(baseUrl: string, secretKey: string): Promise<string> {
  const answer = await request(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secretKey }),
  });
  return ((await answer.body.json()) as { token: string }).token;
}

/** Bytes, so that sending them costs this process, which measures too, as little as possible. */
function nested(depth: number): Buffer {
  return Buffer.from('['.repeat(depth) + ']'.repeat(depth));
}

/** As the kernel kept it since the process started. */
function peakMegabytes(localDir: string): number {
  const pid = pidOf(localDir, 'api-1');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** proc(5): utime and stime, in hundredths; unlike latencies they don't depend on what else the machine does. */
function processorSeconds(localDir: string): number {
  const pid = pidOf(localDir, 'api-1');
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
