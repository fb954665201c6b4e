import { setTimeout as wait } from 'node:timers/promises';
import { firstIdAt } from '@voordeur/server';
import type pg from 'pg';
import { Pool } from 'undici';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { atMost, type Row } from '../measuring/figures.js';
import { browser, post, signup } from '@voordeur/e2e/helpers/post.js';
import { lookWhile, postTo, repeatAtOnce, sendDuring, upTo } from '../measuring/load.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Attack, cameFrom, honestRows, startHonestVisits } from './attack.js';

const isLong = process.env['LONG'] === '1';
/** Page views of others on the same day. */
const crowd = isLong ? 1_000_000 : 200_000;
const pages = Array.from({ length: 250 }, (_, index) => `/en/p${index}`);
const attacker = { ...cameFrom('198.51.100.66'), 'user-agent': browser };
const erasedWithinMs = 60_000;
const quietMs = 5_000;

/** Views many pages that others saw before, then presses "erase my visit", during honest visits and leads. */
export const eraseVisit: Attack = async (baseUrl, { databaseUrl }) => {
  const pool = new Pool(baseUrl, { connections: 20 });
  const viewPages = (from: object) =>
    repeatAtOnce(20, upTo(pages.length), (index) =>
      postTo(pool, '/api/visit', { page: pages[index], language: 'ENG' }, from),
    );
  try {
    await viewPages({ ...cameFrom('198.51.100.67'), 'user-agent': browser });
    await untilStored(databaseUrl, pages.length);
    await addCrowd(databaseUrl);
    await viewPages(attacker);
    await untilStored(databaseUrl, crowd + 2 * pages.length);
    return await besideHonest(baseUrl, databaseUrl, async (lookAt) => {
      const quiet = await lookAt(wait(quietMs, true));
      const erasing = erase(baseUrl);
      const attack = await lookAt(erasing);
      const erasedMs = await erasing;
      return [
        { what: 'page views on the day', value: crowd + 2 * pages.length },
        atMost('the erasure took', erasedMs, erasedWithinMs, 'ms'),
        atMost(
          'page views of the erased visit',
          await countOf(databaseUrl, `page like '/en/p%'`),
          pages.length,
        ),
        { what: 'longest wait for a lock before it', value: quiet.lockMs, unit: 'ms' },
        atMost('longest wait for a lock', attack.lockMs, 300, 'ms'),
        atMost('longest a visit waited for its row', attack.visitMs, quiet.visitMs + 300, 'ms'),
        atMost('longest a lead waited for its row', attack.leadMs, quiet.leadMs + 300, 'ms'),
      ];
    });
  } finally {
    await pool.destroy();
  }
};

interface Longest {
  lockMs: number;
  visitMs: number;
  leadMs: number;
}

/** Calls `work` during forty visits and ten leads a second, with a way to see how long each waits while something goes on. */
async function besideHonest(
  baseUrl: string,
  databaseUrl: string,
  work: (lookAt: (during: Promise<unknown>) => Promise<Longest>) => Promise<Row[]>,
): Promise<Row[]> {
  const stopVisits = startHonestVisits(baseUrl, 40);
  const sendLead = async (index: number) => {
    await post(`${baseUrl}/api/newsletter-signup`, signup(), cameFrom(`192.0.2.${(index % 250) + 1}`));
  };
  const rows = await withPostgres(databaseUrl, (db) =>
    sendDuring(() => work((during) => watchWaits(db, during)), 10, sendLead),
  );
  return [...rows, ...honestRows(await stopVisits())];
}

/** The longest that anything waited during this, until its row was there or it had its lock. */
async function watchWaits(db: pg.Client, during: Promise<unknown>): Promise<Longest> {
  const longest: Longest = { lockMs: 0, visitMs: 0, leadMs: 0 };
  const seen = new Set<string>();
  const firstId = firstIdAt(Date.now());
  const look = async () => {
    const { rows: locks } = await db.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
      from pg_locks where not granted`,
    );
    longest.lockMs = Math.max(longest.lockMs, locks[0]?.ms ?? 0);
    const { rows } = await db.query<{ id: string; is_lead: boolean }>(
      `select id, false as is_lead from visits where id >= $1 and page like '/honest-%'
      union all select id, true from leads where id >= $1`,
      [firstId],
    );
    const nowMs = Date.now();
    for (const { id, is_lead } of rows.filter((row) => !seen.has(row.id))) {
      seen.add(id);
      const waitedMs = nowMs - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
      if (is_lead) longest.leadMs = Math.max(longest.leadMs, waitedMs);
      else longest.visitMs = Math.max(longest.visitMs, waitedMs);
    }
  };
  await lookWhile(during, look, 10);
  // Visits that still wait then count too: until a visit that was sent after it has its row.
  const next = firstIdAt(Date.now());
  const isPast = async () => {
    await look();
    return [...seen].some((id) => id >= next);
  };
  await until(isPast, { withinMs: 60_000, everyMs: 10 });
  return longest;
}

/** Presses the button, and waits for the answer as the page does. Returns how many milliseconds that took. */
async function erase(baseUrl: string): Promise<number> {
  const startMs = performance.now();
  const answer = await fetch(`${baseUrl}/api/my-visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...attacker },
    body: JSON.stringify({ action: 'erase' }),
  });
  const { receipt } = (await answer.json()) as { receipt: string };
  const isAnswered = async () => {
    const state = await fetch(`${baseUrl}/api/my-visit?receipt=${receipt}`, { headers: attacker });
    await state.arrayBuffer();
    return state.status === 200;
  };
  await until(isAnswered, { withinMs: erasedWithinMs });
  return performance.now() - startMs;
}

async function addCrowd(databaseUrl: string): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    await db.query(
      `insert into visits (id, occurred_at, source, page, language, visitor, country, device, browser, system)
      select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
          || substr(md5(n || 'a'), 1, 3) || '8' || substr(md5(n || 'b'), 1, 15))::uuid,
        now(), 'beacon', '/en/learn?' || n, 'ENG', decode(md5(n::text), 'hex'), 'NL', 'desktop', 'Firefox', 'Linux'
      from generate_series(1, $1::int) as n`,
      [crowd],
    );
    await db.query('analyze visits');
  });
}

async function countOf(databaseUrl: string, where = 'true'): Promise<number> {
  const { n } = await readRow<{ n: string }>(databaseUrl, `select count(*) as n from visits where ${where}`);
  return Number(n);
}

async function untilStored(databaseUrl: string, count: number): Promise<void> {
  const isStored = async () => (await countOf(databaseUrl)) >= count;
  if (!(await until(isStored, { withinMs: 20_000 }))) throw new Error('the page views were not stored');
}
