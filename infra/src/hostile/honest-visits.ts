import { Pool } from 'undici';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { browser, sendVisits, timeAnswer, type VisitLoad } from '../measuring/load.js';

/** At 100 a second that is 150 a minute each, half of what one address may send. */
const visitors = 40;

/**
 * Posts page views at a steady rate from forty loopback addresses (127.0.1.1 and up), so no attacker on 127.0.0.1
 * shares a limit with them, until the function that it returns is called.
 */
export function startHonestVisits(baseUrl: string, perSecond: number): () => Promise<VisitLoad> {
  const pools: Pool[] = [];
  const poolOf = (visitor: number) =>
    (pools[visitor] ??= new Pool(baseUrl, {
      connections: 4,
      localAddress: `127.0.1.${visitor + 1}`,
      headersTimeout: 30_000,
    }));
  let isStopped = false;
  const sending = sendVisits(
    perSecond,
    () => isStopped,
    (index) =>
      timeAnswer(poolOf(index % visitors), {
        method: 'POST',
        path: '/api/visit',
        headers: { 'content-type': 'application/json', 'user-agent': browser },
        body: JSON.stringify({ page: `/honest-${index % 50}`, language: 'ENG' }),
      }),
  );
  return async () => {
    isStopped = true;
    const load = await sending;
    for (const pool of pools) await pool.close();
    return load;
  };
}

/** How honest visitors fared, and where it is given what their 95th percentile may be. */
export function honestRows({ accepted, refused, latenciesMs }: VisitLoad, mostMs?: number): Row[] {
  const p95: Row = { what: 'honest visits, 95th percentile', value: percentile(latenciesMs, 95), unit: 'ms' };
  return [
    { what: 'honest visits accepted', value: accepted },
    atMost('honest visits refused', refused, 0),
    mostMs === undefined ? p95 : { ...p95, target: { atMost: mostMs } },
  ];
}
