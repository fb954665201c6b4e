import { call, logIn, readRow } from '@voordeur/e2e/helpers/clients.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';
import { until } from '@voordeur/operate/local/until.js';
import { atMost, type Row, show } from '../measuring/figures.js';
import { lookWhile, VisitLoad } from '../measuring/load.js';
import { postSteadily } from './bench-stack.js';

const perSecond = 50;
/** Days by their page views, for how long to look at each, and the most that it may come to. */
const days = [
  { views: 10_000, seconds: 60, mostOldS: 5, mostOfACore: 0.03 },
  { views: 1_000_000, seconds: 300, mostOldS: 120, mostOfACore: 0.1 },
];

/**
 * How long a build of today takes where today has this many page views, how often it is built while 50 visits a second come in,
 * the share of a core that this takes at most (a build waits for Postgres or computes), and how old the owner's figures get.
 */
export async function* measureDays(): AsyncGenerator<Row> {
  for (const day of days) yield* await measureDay(day);
}

function measureDay({ views, seconds, mostOldS, mostOfACore }: (typeof days)[number]): Promise<Row[]> {
  const timeZone = zoneNearMidnight(new Date());
  const settings = ownSettings('days', 9, {
    RATE_LIMIT: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    TIME_ZONE: timeZone,
  });
  return withStack(settings, async (baseUrl) => {
    const { databaseUrl } = settings;
    // Today has 23 of the last 24 hours.
    await loadVisits(databaseUrl, [Math.round((views * 24) / 23)], timeZone);
    const isBuilt = async () =>
      (await readRow<{ left: number }>(databaseUrl, 'select count(*)::int as left from changed_days'))
        .left === 0;
    if (!(await until(isBuilt, { withinMs: 600_000 }))) throw new Error('the days were not built in time');

    const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
    const tookMs = new Map<string, number>();
    const before = await readBuild(databaseUrl, timeZone);
    let oldestS = 0;
    const look = async () => {
      const { asOf } = (await (await call(`${baseUrl}/api/admin/analytics`, token)).json()) as {
        asOf: string;
      };
      oldestS = Math.max(oldestS, (Date.now() - Date.parse(asOf)) / 1_000);
      const build = await readBuild(databaseUrl, timeZone);
      if (build.at !== before.at) tookMs.set(build.at, build.tookMs);
    };
    const load = new VisitLoad();
    await lookWhile(postSteadily(baseUrl, perSecond, seconds, load), look, 500);

    const total = [...tookMs.values()].reduce((sum, ms) => sum + ms, 0);
    const what = `a day of ${show(views)} page views`;
    const more = {
      builds: tookMs.size,
      'ms a build, the longest': Math.max(before.tookMs, ...tookMs.values()),
      'visits refused': load.refused,
    };
    return [
      {
        ...atMost(`${what}, ${perSecond} a second come in: figures are old at most`, oldestS, mostOldS, 's'),
        more,
      },
      atMost(`${what}: builds, as a share of a core`, total / seconds / 1_000, mostOfACore),
    ];
  });
}

async function readBuild(databaseUrl: string, timeZone: string): Promise<{ at: string; tookMs: number }> {
  return readRow(
    databaseUrl,
    `select built_at::text as at, took_ms::float8 as "tookMs" from days where day = (now() at time zone $1)::date`,
    [timeZone],
  );
}

/** A time zone in which it's between 22 and 23 o'clock, so that today is nearly whole and doesn't end meanwhile. */
function zoneNearMidnight(now: Date): string {
  const ahead = 22 - now.getUTCHours();
  const offset = ahead > 14 ? ahead - 24 : ahead;
  // POSIX counts hours west of Greenwich.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
