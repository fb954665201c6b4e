import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { pidOf } from '../local/supervise.js';
import { logIn } from '../measuring/clients.js';
import { percentile } from '../measuring/figures.js';
import { repeatAtOnce } from '../measuring/load.js';
import { readProcess } from '../measuring/process.js';
import { timeAnswer } from './answers.js';
import { type Attack, atMost, exactly, type Finding, reported, type Target } from './attack.js';
import { startHonestVisits } from './honest-visits.js';

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
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
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
  const readApi = () => readProcess(pidOf(settings.localDir, 'api-1') ?? 0);
  const before = readApi();
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
  const after = readApi();
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
    atMost('honest visits, 95th percentile', percentile(latenciesMs, 95), 60, 'ms'),
    atMost('honest visits, slowest', percentile(latenciesMs, 100), 1_000, 'ms'),
    reported('api, processor time', `${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s`),
    atMost('api, most memory resident', (after.peakMb * 1e6) / 2 ** 20, 300, 'MB'),
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
  await repeatAtOnce(
    atOnce,
    () => sent < requests,
    async () => {
      const dueMs = startMs + (sent * body.length) / bytesPerMs;
      sent += 1;
      await wait(Math.max(0, dueMs - performance.now()));
      const { status } = await timeAnswer(pool, { method, path, headers, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
  );
}

/** Bytes, so that sending them costs this process, which measures too, as little as possible. */
function nested(depth: number): Buffer {
  return Buffer.from('['.repeat(depth) + ']'.repeat(depth));
}
