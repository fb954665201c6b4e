import { setTimeout as wait } from 'node:timers/promises';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { atMost, type Row } from '../measuring/figures.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Attack, cameFrom } from './attack.js';

const pairs = 60;
const millisecondsApart = 20;
const settledWithinMs = 20_000;

/** Posts of strangers that look like a repeat of an honest person's lead, or make that one look like a repeat. */
export const swallowedLeads: Attack = async (baseUrl, { databaseUrl }) => {
  /** By trick, the id of each honest lead that was accepted, null for one that was not. */
  const answers: Record<string, (string | null)[]> = {};
  const add = (trick: string, answer: string | null) => (answers[trick] ??= []).push(answer);

  for (let pair = 0; pair < pairs; pair += 1) {
    // Each pair has an address of its own, so no limit gets in the way.
    const postLead = (path: string, body: object, headers = {}) =>
      post(baseUrl + path, body, { ...headers, ...cameFrom(`198.51.100.${pair + 1}`) });
    const honest = signup();
    await postLead('/api/newsletter-signup', { ...honest, website: 'x' });
    add('after a honeypot post for the same address', await postLead('/api/newsletter-signup', honest));

    const other = { ...honest, email: `other-${honest.email}` };
    await postLead('/api/newsletter-signup', { ...other, elapsedMs: 12 });
    add(
      'after a post for the same address that was too fast',
      await postLead('/api/newsletter-signup', other),
    );

    const key = { 'idempotency-key': `key-${pair}` };
    const inquiry = { ...honest, idea: 'What does it cost?' };
    await postLead('/api/setups-inquiry', { ...inquiry, email: `stranger-${honest.email}` }, key);
    add('with a key that came with another body', await postLead('/api/setups-inquiry', inquiry, key));

    const question = { ...inquiry, kind: 'question', idea: `Twice? ${honest.email}` };
    const first = postLead('/api/setups-inquiry', question);
    await wait(millisecondsApart);
    const second = postLead('/api/setups-inquiry', question);
    add('answered before an equal post 20 ms later', await first);
    await second;
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
};

/** How many of these ids are no row that the owner sees, once nothing changes any more or the time is over. */
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
