import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { logIn } from '@voordeur/e2e/helpers/clients.js';
import { atMost, percentile } from '../measuring/figures.js';
import { type Answer, repeatAtOnce, timeAnswer, upTo } from '../measuring/load.js';
import { pidOfPart, readProcess } from '../measuring/process.js';
import { type Attack, honestRows, serverErrors, startHonestVisits } from './attack.js';

const requests = 250;
const atOnce = 40;
/** A gigabit line: unbounded, loopback lets the attacker take both cores for sending alone. */
const bytesPerMs = 125_000;
/** A megabyte, which the import alone takes, and what every other call takes. */
const megabyte = nested(500_000);
const small = nested(16_000);

/** Deeply nested JSON, which is small to send and expensive to parse. */
export const deepBodies: Attack = async (baseUrl, { localDir, environment }) => {
  const token = await logIn(baseUrl, environment['ADMIN_SECRET_KEY']);
  const headers = { 'content-type': 'application/json' };
  const anonymous = {
    method: 'POST',
    path: '/api/admin/translations/import',
    body: megabyte,
    headers,
  } as const;
  const floods: Deep[] = [
    anonymous,
    { ...anonymous, headers: { ...headers, authorization: 'Bearer nonsense' } },
    { ...anonymous, headers: { ...headers, authorization: `Bearer ${token}` } },
    { ...anonymous, path: '/api/visit', body: small },
    { ...anonymous, path: '/api/nothing', body: small },
    { ...anonymous, method: 'PUT' },
  ];
  const readApi = () => readProcess(pidOfPart(localDir, 'api-1'));
  const before = readApi();
  // The first of a fresh stack wait for connections and compilers, attacked or not.
  const stopFirst = startHonestVisits(baseUrl, 100);
  await wait(2_000);
  await stopFirst();
  const stopHonest = startHonestVisits(baseUrl, 100);
  const answers: Answer[] = [];
  for (const [index, deep] of floods.entries()) {
    // Each from an address of its own, so that nginx's limits let the api see them all.
    const pool = new Pool(baseUrl, { connections: atOnce, localAddress: `127.0.2.${index + 1}` });
    answers.push(...(await flood(pool, deep)));
    await pool.destroy();
  }
  const load = await stopHonest();
  const after = readApi();
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return [
    { what: 'answers', value: answers.length, more: statuses },
    serverErrors(answers),
    ...honestRows(load, 60),
    atMost('honest visits, slowest', percentile(load.latenciesMs, 100), 1_000, 'ms'),
    { what: 'api, processor time', value: after.cpuSeconds - before.cpuSeconds, unit: 's' },
    atMost('api, most memory resident', (after.peakMb * 1e6) / 2 ** 20, 300, 'MB'),
  ];
};

type Deep = Parameters<typeof timeAnswer>[1] & { body: Buffer };

/** Sends it `requests` times, at most `atOnce` at a time. */
function flood(pool: Pool, deep: Deep): Promise<Answer[]> {
  const startMs = performance.now();
  return repeatAtOnce(atOnce, upTo(requests), async (index) => {
    const dueMs = startMs + (index * deep.body.length) / bytesPerMs;
    await wait(Math.max(0, dueMs - performance.now()));
    return timeAnswer(pool, deep);
  });
}

/** Bytes, so that sending them costs this process, which measures too, as little as possible. */
function nested(depth: number): Buffer {
  return Buffer.from('['.repeat(depth) + ']'.repeat(depth));
}
