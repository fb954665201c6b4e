import { setTimeout as wait } from 'node:timers/promises';
import { post as postForId, signup, browser } from '@voordeur/e2e/helpers/post.js';
import { until } from '@voordeur/operate/local/until.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { atMost } from '../measuring/figures.js';
import { lookWhile, repeatAtOnce, sendDuring, upTo } from '../measuring/load.js';
import { type Attack, cameFrom, isLong } from './attack.js';

/** Page views of others on the same day. */
const crowd = isLong ? 1_000_000 : 200_000;
const pages = Array.from({ length: 250 }, (_, index) => `/en/p${index}`);
const attacker = '198.51.100.66';
const erasedWithinMs = 60_000;

const addCrowd = `
  insert into visits (id, occurred_at, source, page, language, visitor, country, device, browser, system)
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || substr(md5(n || 'a'), 1, 3) || '8' || substr(md5(n || 'b'), 1, 15))::uuid,
    now(), 'beacon', '/en/learn?' || n, 'ENG', decode(md5(n::text), 'hex'), 'NL', 'desktop', 'Firefox', 'Linux'
  from generate_series(1, $1::int) as n`;

/** For how long something has waited for a lock, and no page view and no lead has become a row, in milliseconds. */
const waitsSql = `
  select extract(epoch from clock_timestamp() - (select min(waitstart) from pg_locks where not granted)) * 1000 as lock,
    extract(epoch from clock_timestamp() - (select occurred_at from visits order by id desc limit 1)) * 1000 as visit,
    extract(epoch from clock_timestamp() - (select received_at from leads order by received_at desc limit 1)) * 1000 as lead`;

/** Views many pages that others saw before, then presses "erase my visit", during honest page views and leads. */
export const eraseVisit: Attack = async ({ baseUrl, settings: { databaseUrl }, post, count, countUntil }) => {
  const viewPages = async (address: string, stored: number) => {
    await repeatAtOnce(20, upTo(pages.length), (n) =>
      post('/api/visit', { page: pages[n], language: 'ENG' }, address),
    );
    const sql = `select count(*) as n from visits where page not like '/honest-%'`;
    if ((await countUntil(stored, 20_000, sql)) < stored) throw new Error('the page views were not stored');
  };
  await viewPages('198.51.100.67', pages.length);
  await withPostgres(databaseUrl, async (db) => {
    await db.query(addCrowd, [crowd]);
    await db.query('analyze visits');
  });
  await viewPages(attacker, crowd + 2 * pages.length);

  const sendLead = async (index: number) => {
    await postForId(`${baseUrl}/api/newsletter-signup`, signup(), cameFrom(`192.0.2.${(index % 250) + 1}`));
  };
  const { quiet, attack, erasedMs } = await sendDuring(
    async () => {
      const first = await longestWaits(databaseUrl, wait(5_000));
      const erasing = erase(baseUrl);
      // Whatever the erasure held up becomes a row in the second after it.
      const second = await longestWaits(
        databaseUrl,
        erasing.then(() => wait(1_000)),
      );
      return { quiet: first, attack: second, erasedMs: await erasing };
    },
    10,
    sendLead,
  );
  return [
    { what: 'page views on the day', value: crowd + 2 * pages.length },
    atMost('the erasure took', erasedMs, erasedWithinMs, 'ms'),
    atMost(
      'page views of the erased visit',
      await count(`select count(*) as n from visits where page like '/en/p%'`),
      pages.length,
    ),
    { what: 'longest wait for a lock before it', value: quiet.lock, unit: 'ms' },
    atMost('longest wait for a lock', attack.lock, 300, 'ms'),
    atMost('longest without a new page view', attack.visit, quiet.visit + 300, 'ms'),
    atMost('longest without a new lead', attack.lead, quiet.lead + 300, 'ms'),
  ];
};

async function longestWaits(databaseUrl: string, during: Promise<unknown>) {
  const longest = { lock: 0, visit: 0, lead: 0 };
  await withPostgres(databaseUrl, async (db) => {
    const look = async () => {
      const { rows } = await db.query<Record<keyof typeof longest, string | null>>(waitsSql);
      for (const name of ['lock', 'visit', 'lead'] as const)
        longest[name] = Math.max(longest[name], Number(rows[0]?.[name] ?? 0));
    };
    await lookWhile(during, look, 10);
  });
  return longest;
}

/** Presses the button, and waits for the answer as the page does. Returns how many milliseconds that took. */
async function erase(baseUrl: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'user-agent': browser, ...cameFrom(attacker) };
  const url = `${baseUrl}/api/my-visit`;
  const startMs = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ action: 'erase' }) });
  const { receipt } = (await answer.json()) as { receipt: string };
  const isAnswered = async () => (await fetch(`${url}?receipt=${receipt}`, { headers })).status === 200;
  await until(isAnswered, { withinMs: erasedWithinMs });
  return performance.now() - startMs;
}
