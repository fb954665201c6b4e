import { startRedis, startReplica } from '@voordeur/testing';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { withStack } from '../local/test-stack.js';
import { withPostgres } from '../local/with-postgres.js';
import { compared, median, type Row } from '../measuring/figures.js';
import { inTurns } from '../measuring/load.js';
import { until } from '../measuring/until.js';
import { benchSettings, withoutWorkers } from './bench-stack.js';
import { timeBareLoop } from './measure-drain.js';
import { postVisits } from './measure-intake.js';

/**
 * What it costs that nothing accepted is lost with a server: visits accepted a second with a replica of Redis that is waited
 * for or isn't, and stored a second with a standby of Postgres that is or isn't. Everything is on the same cores.
 */
export async function measureReplicas(rounds: number, seconds: number, visits: number): Promise<Row[]> {
  return [await measureRedis(rounds, seconds), await measurePostgres(rounds, visits)];
}

async function measureRedis(rounds: number, seconds: number): Promise<Row> {
  const perSecond: Record<string, number> = {};
  for (const replicas of ['0', '1']) {
    const settings = benchSettings('bench-replicas', 4, { REDIS_WAIT_REPLICAS: replicas });
    perSecond[replicas] = await withStack(settings, async () => {
      const { hostname, port, password } = new URL(settings.redisUrl);
      const replica = await startRedis(['--replicaof', hostname, port, '--masterauth', password]);
      try {
        const accepts = async () => {
          const body = JSON.stringify({ page: '/' });
          const headers = { 'content-type': 'application/json' };
          return (await fetch(`${addressOf(settings)}/api/visit`, { method: 'POST', headers, body })).ok;
        };
        if (!(await until(accepts, { withinMs: 20_000, everyMs: 100 })))
          throw new Error('no visit is accepted');
        const post = () => withoutWorkers(settings, () => postVisits(addressOf(settings), seconds));
        const { results } = await inTurns(rounds, { results: post });
        return median(results.map((result) => result.perSecond));
      } finally {
        await replica.stop();
      }
    });
  }
  return compared(
    {
      what: 'visits accepted once a replica of Redis has them',
      value: perSecond['1'] ?? 0,
      unit: 'requests/s',
    },
    { what: 'without waiting for it', value: perSecond['0'] ?? 0 },
  );
}

async function measurePostgres(rounds: number, visits: number): Promise<Row> {
  const settings = benchSettings('bench-replicas', 4);
  return withStack(settings, async () => {
    const { port, password } = new URL(settings.databaseUrl);
    // For pg_basebackup, which writes it down for the standby too.
    process.env['PGPASSWORD'] = password;
    const standby = await startReplica({ port: Number(port) });
    try {
      const timeWith = (names: string) => async () => {
        await setStandby(settings, names);
        return timeBareLoop(settings.databaseUrl, visits, { sessions: true });
      };
      const seconds = await inTurns(rounds, { waited: timeWith('*'), alone: timeWith('') });
      return compared(
        {
          what: 'visits stored once a standby of Postgres has them',
          value: visits / median(seconds.waited),
          unit: 'visits/s',
        },
        { what: 'without waiting for it', value: visits / median(seconds.alone) },
      );
    } finally {
      await setStandby(settings, '');
      await standby.stop();
    }
  });
}

async function setStandby({ databaseUrl }: Settings, names: string): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    await db.query(`alter system set synchronous_standby_names = '${names}'`);
    await db.query('select pg_reload_conf()');
  });
}
