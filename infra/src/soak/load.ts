import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { personOf } from '../bench/bench-stack.js';
import { type Accepted, nothingAccepted } from '../faults/load.js';
import { forSeconds, sendSteadily } from '../measuring/load.js';

export const visitsPerSecond = 300;
export const leadsPerSecond = 5;

/** What is sent and answered; it fills while the load goes on. */
export interface SoakLoad {
  accepted: Accepted;
  /** Answers other than 202, and requests without one. */
  refused: number;
  /** Of visits since the last look, which empties it. */
  latenciesMs: number[];
}

export const nothingSent = (): SoakLoad => ({ accepted: nothingAccepted(), refused: 0, latenciesMs: [] });

/** Sends visits of 20,000 people and leads at a steady rate, and resolves when the last is answered. */
export async function sendSoakLoad(baseUrl: string, seconds: number, load: SoakLoad): Promise<void> {
  const pool = new Pool(baseUrl, { connections: 64 });
  const send = async (kind: 'visits' | 'leads', path: string, body: object, headers: object) => {
    const id = await post(pool, path, body, headers);
    if (id === null) load.refused += 1;
    else load.accepted[kind].push(id);
  };
  const sendVisit = async (index: number, dueMs: number) => {
    const { address, userAgent } = personOf((index * 7_919) % 20_000);
    const visit = { page: `/soak/${index % 500}`, language: index % 2 ? 'NL' : 'ENG' };
    await send('visits', '/api/visit', visit, { 'user-agent': userAgent, 'x-forwarded-for': address });
    load.latenciesMs.push(performance.now() - dueMs);
  };
  const sendLead = (index: number) => {
    const { address, userAgent } = personOf(index % 20_000);
    const idea = randomUUID();
    const email = `drill-${idea}@example.org`;
    const timestamp = new Date().toISOString();
    const lead = { email, idea, language: 'NL', timestamp, kind: 'question' };
    return send('leads', '/api/setups-inquiry', lead, {
      'user-agent': userAgent,
      'x-forwarded-for': address,
    });
  };
  await Promise.all([
    sendSteadily(visitsPerSecond, forSeconds(seconds), sendVisit),
    sendSteadily(leadsPerSecond, forSeconds(seconds), sendLead),
  ]);
  await pool.close();
}

/** The id of a 202; null for any other answer, and for none. */
async function post(pool: Pool, path: string, body: object, headers: object): Promise<string | null> {
  try {
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { id } = (await answer.body.json()) as { id?: string };
    return answer.statusCode === 202 && id ? id : null;
  } catch {
    return null;
  }
}
