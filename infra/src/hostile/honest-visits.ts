import { Pool } from 'undici';
import { browser, sendSteadily } from '../measuring/load.js';

interface HonestVisits {
  accepted: number;
  refused: number;
  /** Milliseconds from when a request was due. */
  latenciesMs: number[];
}

/** At 100 a second that is 150 a minute each, half of what one address may send. */
const visitors = 40;

/**
 * Posts page views at a steady rate from forty loopback addresses (127.0.1.1 and up), so no attacker on 127.0.0.1
 * shares a limit with them, until `stop` is called.
 */
export function startHonestVisits(baseUrl: string, perSecond: number): { stop: () => Promise<HonestVisits> } {
  const pools = Array.from(
    { length: visitors },
    (_, index) =>
      new Pool(baseUrl, { connections: 4, localAddress: `127.0.1.${index + 1}`, headersTimeout: 30_000 }),
  );
  const seen: HonestVisits = { accepted: 0, refused: 0, latenciesMs: [] };
  let isStopped = false;

  async function send(index: number, dueMs: number): Promise<void> {
    const status = await pools[index % visitors]
      ?.request({
        method: 'POST',
        path: '/api/visit',
        headers: { 'content-type': 'application/json', 'user-agent': browser },
        body: JSON.stringify({ page: `/honest-${index % 50}`, language: 'ENG' }),
      })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      })
      .catch(() => 0);
    seen[status === 202 ? 'accepted' : 'refused'] += 1;
    seen.latenciesMs.push(performance.now() - dueMs);
  }

  const sending = sendSteadily(perSecond, () => isStopped, send);
  return {
    stop: async () => {
      isStopped = true;
      await sending;
      for (const pool of pools) await pool.close();
      return seen;
    },
  };
}
