import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

export interface HonestVisits {
  accepted: number;
  refused: number;
  /** Milliseconds from when a request was due, so a stall delays those behind it too. */
  latenciesMs: number[];
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
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
      new Pool(baseUrl, {
        connections: 4,
        localAddress: `127.0.1.${index + 1}`,
        headersTimeout: 30_000,
      }),
  );
  const seen: HonestVisits = { accepted: 0, refused: 0, latenciesMs: [] };
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();
  const startMs = performance.now();
  const dueAt = (index: number) => startMs + (index / perSecond) * 1_000;

  async function send(index: number): Promise<void> {
    const pool = pools[index % visitors];
    if (!pool) return;
    try {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/visit',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify({ page: `/honest-${index % 50}`, language: 'ENG' }),
      });
      await body.dump();
      if (statusCode === 202) seen.accepted += 1;
      else seen.refused += 1;
    } catch {
      seen.refused += 1;
    }
    seen.latenciesMs.push(performance.now() - dueAt(index));
  }

  const looping = (async () => {
    let sent = 0;
    while (!stopped.signal.aborted) {
      for (; dueAt(sent) <= performance.now(); sent += 1) {
        const request = send(sent);
        underWay.add(request);
        void request.finally(() => underWay.delete(request));
      }
      await wait(2);
    }
  })();

  return {
    stop: async () => {
      stopped.abort();
      await looping;
      await Promise.all(underWay);
      for (const pool of pools) await pool.close();
      return seen;
    },
  };
}

/** The value below which this share of them lies; 0 of nothing. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
