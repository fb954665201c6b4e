import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@voordeur/operate/local/until.js';
import { atMost } from '../measuring/figures.js';
import { repeatAtOnce, runWrk, upTo } from '../measuring/load.js';
import { type Attack, isLong } from './attack.js';

/** As many GETs of pages as wrk can send from one address. */
export const pageFlood: Attack = async ({ baseUrl, settings: { localDir }, count }) => {
  const megabytes = async () => ({
    tables: (await count('select pg_database_size(current_database()) as n')) / 1e6,
    logs: diskUse(join(localDir, 'log')) + diskUse(join(localDir, 'nginx')),
  });
  const before = await megabytes();
  const sent = await runWrk('pages', baseUrl, isLong ? 60 : 5);
  const after = await megabytes();
  const tables = after.tables - before.tables;
  return [
    { what: 'pages asked for', value: sent.perSecond, unit: 'a second' },
    { what: 'of them answered', value: sent.requests - sent.failed },
    atMost('growth of the tables', tables, 20, 'MB'),
    atMost('growth of the tables and the logs', tables + after.logs - before.logs, 40, 'MB'),
  ];
};

/** Below the limit of 300 page views a minute. */
const viewsPerAddress = 290;
const viewsPerWave = 10 * viewsPerAddress;
/** Tables that no retention ends, and names, which live longer than the rows. */
const keptSize = `select sum(pg_total_relation_size(oid)) as n from pg_class
  where relname ~ '^(visits|visitors|viewers|video_views)_by_' and relkind = 'r' or relname = 'names'`;

/** Page views with a page, a referrer and a campaign of their own, as long as they may be: the day is full after the first. */
export const valueFlood: Attack = async ({ post, count, countUntil }) => {
  const flood = async (wave: number) => {
    await repeatAtOnce(60, upTo(viewsPerWave), (index) => {
      const text = randomBytes(900).toString('hex');
      const campaign = `utm_source=${text.slice(0, 150)}&utm_medium=${text.slice(150, 300)}&utm_campaign=${text.slice(300, 450)}`;
      const page = `/${text.slice(0, 1_300)}?${campaign}`;
      const referrer = `https://${text.slice(0, 60)}.example/`;
      const address = `91.${10 + wave}.1.${Math.floor(index / viewsPerAddress) + 1}`;
      return post('/api/visit', { page, referrer, language: 'ENG' }, address);
    });
    const wanted = (wave + 1) * viewsPerWave;
    const sql = `select count(*) as n from visits where page not like '/honest-%'`;
    if ((await countUntil(wanted, 60_000, sql)) < wanted) throw new Error('the page views were not stored');
  };
  const laterWaves = isLong ? 9 : 1;
  const empty = await count(keptSize);
  await flood(0);
  const full = await count(keptSize);
  for (let wave = 1; wave <= laterWaves; wave += 1) await flood(wave);
  const later = await count(keptSize);
  const mostPages = await count(
    `select count(*) as n from values_by_day where dimension = 'page' group by day order by 1 desc limit 1`,
  );
  return [
    { what: 'kept for good of each of the first', value: (full - empty) / viewsPerWave, unit: 'B' },
    atMost('kept for good of each later one', (later - full) / (laterWaves * viewsPerWave), 200, 'B'),
    atMost('different pages of the day', mostPages, 2_001),
  ];
};

/** One address holds 9,000 connections with half a header each. */
export const halfSentHeaders: Attack = async ({ baseUrl }) => {
  const { hostname, port } = new URL(baseUrl);
  const held = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const hold = () => {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.3.1' });
    held.add(socket);
    socket.on('connect', () => {
      opened += 1;
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      held.delete(socket);
      setTimeout(hold, 50);
    });
  };
  for (let n = 0; n < 9_000; n += 1) hold();
  await until(() => opened >= 9_000, { withinMs: 30_000 });
  await wait(isLong ? 60_000 : 15_000);
  isOver = true;
  for (const socket of held) socket.destroy();
  return [{ what: 'connections opened', value: opened }];
};

/** Megabytes that a folder takes, links followed; 0 if it doesn't exist. */
function diskUse(folder: string): number {
  const { stdout } = spawnSync('du', ['-sLB1', folder], { encoding: 'utf8' });
  return Number(/^\d+/.exec(stdout)?.[0] ?? 0) / 1e6;
}
