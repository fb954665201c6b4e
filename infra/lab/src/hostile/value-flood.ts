import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { atMost } from '../measuring/figures.js';
import { browser } from '@voordeur/e2e/helpers/post.js';
import { postTo, repeatAtOnce, upTo } from '../measuring/load.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Attack, cameFrom, serverErrors } from './attack.js';

/** None of them goes over its limit of 300 page views a minute. */
const perAddress = 290;
const posts = 10 * perAddress;
const waves = process.env['LONG'] === '1' ? 10 : 2;

/** Tables that no retention ends, and names, which live longer than the rows. */
const kept = `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
  where relname ~ '^(visits|visitors|viewers|video_views)_by_' and relkind = 'r' or relname = 'names'`;

/** Page views with a page, a referrer and a campaign of their own, as long as they may be: the day is full after the first. */
export const valueFlood: Attack = async (baseUrl, { databaseUrl }) => {
  const pool = new Pool(baseUrl, { connections: 60, headersTimeout: 30_000 });
  const sizeOf = async () => (await readRow<{ bytes: number }>(databaseUrl, kept)).bytes;
  const flood = async (wave: number) => {
    const answers = await repeatAtOnce(60, upTo(posts), (index) => {
      const text = randomBytes(900).toString('hex');
      const campaign = `utm_source=${text.slice(0, 150)}&utm_medium=${text.slice(150, 300)}&utm_campaign=${text.slice(300, 450)}`;
      const visit = {
        page: `/${text.slice(0, 1_300)}?${campaign}`,
        referrer: `https://${text.slice(0, 60)}.example/`,
        language: 'ENG',
      };
      const address = `91.${10 + wave}.1.${Math.floor(index / perAddress) + 1}`;
      return postTo(pool, '/api/visit', visit, { 'user-agent': browser, ...cameFrom(address) });
    });
    const wanted = (wave + 1) * posts;
    const areStored = async () =>
      (await readRow<{ n: number }>(databaseUrl, 'select count(*)::int as n from visits')).n >= wanted;
    if (!(await until(areStored, { withinMs: 60_000 }))) throw new Error('the page views were not stored');
    return answers;
  };
  try {
    const empty = await sizeOf();
    const answers = await flood(0);
    const full = await sizeOf();
    for (let wave = 1; wave < waves; wave += 1) answers.push(...(await flood(wave)));
    const later = await sizeOf();
    const { pages } = await readRow<{ pages: number }>(
      databaseUrl,
      'select count(*)::int as pages from visits_by_day_page group by day order by 1 desc limit 1',
    );
    return [
      { what: 'page views, each with values of its own', value: answers.length },
      { what: 'kept for good of each of the first', value: (full - empty) / posts, unit: 'B' },
      atMost('kept for good of each later one', (later - full) / (answers.length - posts), 200, 'B'),
      atMost('different pages of the day', pages, 2_001),
      serverErrors(answers),
    ];
  } finally {
    await pool.destroy();
  }
};
