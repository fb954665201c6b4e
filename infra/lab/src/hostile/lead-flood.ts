import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Pool } from 'undici';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { atMost } from '../measuring/figures.js';
import { type Answer, postTo, repeatAtOnce, upTo } from '../measuring/load.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Attack, cameFrom, countStatus, honestRows, startHonestVisits } from './attack.js';

const isLong = process.env['LONG'] === '1';
const bursts = isLong ? 3 : 1;
const leadsPerBurst = isLong ? 7_000 : 3_000;
const atOnce = 60;
/** None of them goes over its limit of 30 forms a minute for each of two kinds. */
const addresses = 260;
const storedWithinMs = isLong ? 300_000 : 60_000;

/** Forms with as much text as one takes, from as many addresses as they need, during honest visits. */
export const leadFlood: Attack = async (baseUrl, { databaseUrl, redisUrl }) => {
  const pool = new Pool(baseUrl, { connections: atOnce, headersTimeout: 30_000 });
  const stopHonest = startHonestVisits(baseUrl, 40);
  const redis = new Redis(redisUrl);
  let mostShare = 0;
  const noteShare = async () => {
    const info = await redis.info('memory');
    const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    mostShare = Math.max(mostShare, bytes('used_memory') / bytes('maxmemory'));
  };
  const sampling = setInterval(() => void noteShare(), 500);
  const startedAt = performance.now();
  const answers: Answer[] = [];
  try {
    for (let burst = 0; burst < bursts; burst += 1) {
      const sent = await repeatAtOnce(atOnce, upTo(leadsPerBurst), (index) => {
        const lead = {
          email: `flood-${randomUUID()}@example.org`,
          idea: randomUUID() + '漢'.repeat(4_900),
          kind: index % 2 === 0 ? 'setups' : 'question',
          language: 'ENG',
          timestamp: new Date().toISOString(),
        };
        const one = burst * addresses + (index % addresses);
        return postTo(pool, '/api/setups-inquiry', lead, cameFrom(`91.10.${one >> 8}.${one & 255}`));
      });
      answers.push(...sent);
    }
    const sentMs = performance.now() - startedAt;
    const honest = await stopHonest();
    const accepted = countStatus(202, answers);
    let stored = 0;
    const areAllStored = async () => {
      const sql = `select count(*) as n from leads where email like 'flood-%'`;
      stored = Number((await readRow<{ n: string }>(databaseUrl, sql)).n);
      return stored >= accepted;
    };
    await until(areAllStored, { withinMs: storedWithinMs, everyMs: 500 });
    const storedMs = performance.now() - startedAt;
    return [
      { what: 'leads accepted', value: accepted, unit: `of ${answers.length}` },
      { what: 'leads accepted', value: Math.round(accepted / (sentMs / 1_000)), unit: 'a second' },
      { what: 'most of Redis in use', value: Math.round(mostShare * 100), unit: '% of maxmemory' },
      ...honestRows(honest),
      atMost('accepted, but no row', accepted - stored, 0),
      { what: 'leads stored', value: Math.round(stored / (storedMs / 1_000)), unit: 'a second' },
    ];
  } finally {
    clearInterval(sampling);
    redis.disconnect();
    await pool.destroy();
  }
};
