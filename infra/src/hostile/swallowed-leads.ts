import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { readRow } from '../measuring/clients.js';
import { type Attack, exactly, reported } from './attack.js';

const pairs = 60;
const millisecondsApart = 20;
const settledWithinMs = 20_000;

interface Answer {
  status: number;
  id: string;
}

/** Posts of strangers that look like a repeat of an honest person's lead, or make that one look like a repeat. */
export const swallowedLeads: Attack = {
  name: 'swallowed-leads',
  async run({ baseUrl, settings }) {
    const post = poster(baseUrl);
    const answers: Record<string, Answer[]> = {};
    const add = (trick: string, answer: Answer) => (answers[trick] ??= []).push(answer);

    for (let pair = 0; pair < pairs; pair += 1) {
      const email = `honest-${randomUUID()}@example.org`;
      const signup = { email, language: 'NL', timestamp: new Date().toISOString() };
      const path = '/api/newsletter-signup';
      await post(pair, path, { ...signup, website: 'x' });
      add('after a honeypot post for the same address', await post(pair, path, signup));

      const other = { ...signup, email: `other-${email}` };
      await post(pair, path, { ...other, elapsedMs: 12 });
      add('after a post for the same address that was too fast', await post(pair, path, other));

      const key = { 'idempotency-key': `key-${pair}` };
      const inquiry = { ...signup, idea: 'What does it cost?' };
      await post(pair, '/api/setups-inquiry', { ...inquiry, email: `stranger-${email}` }, key);
      add('with a key that came with another body', await post(pair, '/api/setups-inquiry', inquiry, key));

      const question = { ...inquiry, kind: 'question', idea: `Twice? ${email}` };
      const first = post(pair, '/api/setups-inquiry', question);
      await wait(millisecondsApart);
      const second = post(pair, '/api/setups-inquiry', question);
      add('answered before an equal post 20 ms later', await first);
      await second;
    }

    const findings = [];
    for (const [trick, given] of Object.entries(answers)) {
      const accepted = given.filter(({ status }) => status === 202).map(({ id }) => id);
      const missing = await countMissing(settings.databaseUrl, accepted);
      findings.push(
        reported(`leads ${trick}`, `${accepted.length} of ${given.length}`),
        exactly('  accepted, but no row', missing, 0),
      );
    }
    findings.push(exactly('questions that became two leads', await countDoubled(settings.databaseUrl), 0));
    return findings;
  },
};

/** Each pair has an address of its own, so no limit gets in the way. */
function poster(baseUrl: string) {
  const pools = new Map<number, Pool>();
  return async (pair: number, path: string, body: object, headers = {}): Promise<Answer> => {
    let pool = pools.get(pair);
    if (!pool) {
      pool = new Pool(baseUrl, { localAddress: `127.0.2.${pair + 1}` });
      pools.set(pair, pool);
    }
    const { statusCode, body: answer } = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { id = '' } = (await answer.json()) as { id?: string };
    return { status: statusCode, id };
  };
}

/** Of these ids, how many are no row that the owner sees, once nothing changes any more or the time is over. */
async function countMissing(databaseUrl: string, ids: string[]): Promise<number> {
  const deadline = Date.now() + settledWithinMs;
  for (;;) {
    const found = await count(
      databaseUrl,
      `select count(*) as n from leads where id = any($1::uuid[]) and verdict <> 'quarantined'`,
      [ids],
    );
    if (found === ids.length || Date.now() > deadline) return ids.length - found;
    await wait(200);
  }
}

function countDoubled(databaseUrl: string): Promise<number> {
  return count(databaseUrl, `select count(*) - count(distinct idea) as n from leads where kind = 'question'`);
}

async function count(databaseUrl: string, sql: string, values?: unknown[]): Promise<number> {
  return Number((await readRow<{ n: string }>(databaseUrl, sql, values)).n);
}
