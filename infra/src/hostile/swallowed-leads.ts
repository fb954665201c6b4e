import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Settings } from '../local/settings.js';
import { readRow } from '../measuring/clients.js';
import { atMost, type Row } from '../measuring/figures.js';
import { signup } from '../measuring/load.js';
import { until } from '../measuring/until.js';
import type { Attack } from './attack.js';

const pairs = 60;
const millisecondsApart = 20;
const settledWithinMs = 20_000;

/** Posts of strangers that look like a repeat of an honest person's lead, or make that one look like a repeat. */
export const swallowedLeads: Attack = { name: 'swallowed-leads', run };

async function run(baseUrl: string, { databaseUrl }: Settings): Promise<Row[]> {
  /** By trick, the id of each honest lead that was accepted, null for one that was not. */
  const answers: Record<string, (string | null)[]> = {};
  const add = (trick: string, answer: string | null) => (answers[trick] ??= []).push(answer);

  for (let pair = 0; pair < pairs; pair += 1) {
    // Each pair has an address of its own, so no limit gets in the way.
    const pool = new Pool(baseUrl, { localAddress: `127.0.2.${pair + 1}` });
    const post = (path: string, body: object, headers = {}) => postLead(pool, path, body, headers);
    const honest = signup();
    await post('/api/newsletter-signup', { ...honest, website: 'x' });
    add('after a honeypot post for the same address', await post('/api/newsletter-signup', honest));

    const other = { ...honest, email: `other-${honest.email}` };
    await post('/api/newsletter-signup', { ...other, elapsedMs: 12 });
    add('after a post for the same address that was too fast', await post('/api/newsletter-signup', other));

    const key = { 'idempotency-key': `key-${pair}` };
    const inquiry = { ...honest, idea: 'What does it cost?' };
    await post('/api/setups-inquiry', { ...inquiry, email: `stranger-${honest.email}` }, key);
    add('with a key that came with another body', await post('/api/setups-inquiry', inquiry, key));

    const question = { ...inquiry, kind: 'question', idea: `Twice? ${honest.email}` };
    const first = post('/api/setups-inquiry', question);
    await wait(millisecondsApart);
    const second = post('/api/setups-inquiry', question);
    add('answered before an equal post 20 ms later', await first);
    await second;
    await pool.close();
  }

  const rows: Row[] = [];
  for (const [trick, given] of Object.entries(answers)) {
    const accepted = given.filter((id) => id !== null);
    rows.push(
      { what: `leads ${trick}`, value: accepted.length, unit: `of ${given.length}` },
      atMost('accepted, but no row', await countMissing(databaseUrl, accepted), 0),
    );
  }
  const doubled = `select count(*) - count(distinct idea) as n from leads where kind = 'question'`;
  rows.push(atMost('questions that became two leads', await count(databaseUrl, doubled), 0));
  return rows;
}

/** The id of a 202, null for any other answer. */
async function postLead(pool: Pool, path: string, body: object, headers: object): Promise<string | null> {
  const { statusCode, body: answer } = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { id = null } = (await answer.json()) as { id?: string };
  return statusCode === 202 ? id : null;
}

/** Of these ids, how many are no row that the owner sees, once nothing changes any more or the time is over. */
async function countMissing(databaseUrl: string, ids: string[]): Promise<number> {
  const visible = `select count(*) as n from leads where id = any($1::uuid[]) and verdict <> 'quarantined'`;
  let found = 0;
  const areAllThere = async () => (found = await count(databaseUrl, visible, [ids])) === ids.length;
  await until(areAllThere, { withinMs: settledWithinMs, everyMs: 200 });
  return ids.length - found;
}

async function count(databaseUrl: string, sql: string, values?: unknown[]): Promise<number> {
  return Number((await readRow<{ n: string }>(databaseUrl, sql, values)).n);
}
