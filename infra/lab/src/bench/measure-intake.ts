import { join } from 'node:path';
import { prepareNginx } from '@voordeur/operate/local/nginx.js';
import { root, type Settings } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { compared, median, type Row } from '../measuring/figures.js';
import { inTurns, runWrk, type WrkResult } from '../measuring/load.js';
import { benchSettings, startBeside, withoutWorkers } from './bench-stack.js';

const barePort = 23_071;
const warmUpSeconds = 3;

/**
 * Visits accepted a second, straight at the api and through nginx, each compared with a bare Fastify that answers the
 * same. The four take turns, so that all meet the same machine; the workers stand still meanwhile.
 */
export async function measureIntake(settings: Settings, rounds: number, seconds: number): Promise<Row[]> {
  const bareSettings = benchSettings('bench-bare', 3, {
    WEB_PORT: '28111',
    NGINX_STATUS_PORT: '28212',
    API_PORT: String(barePort),
  });
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const bareDoorUrl = addressOf(bareSettings);
  const bareFastify = {
    name: 'bare-fastify',
    command: process.execPath,
    args: [join(root, 'infra/lab/dist/bench/bare-fastify.js'), String(barePort)],
    cwd: root,
    environment: settings.environment,
  };
  const bareNginx = { ...prepareNginx(bareSettings), name: 'bare-nginx' };
  const endFastify = await startBeside(bareFastify, `${bareUrl}/api/health/ready`);
  const endNginx = await startBeside(bareNginx, `${bareDoorUrl}/api/health/ready`);
  const postTo = (url: string) => () => withoutWorkers(settings, () => postVisits(url, seconds));
  try {
    const { bare, api, bareDoor, edge } = await inTurns(rounds, {
      bare: postTo(bareUrl),
      api: postTo(`http://127.0.0.1:${settings.apiPort}`),
      bareDoor: postTo(bareDoorUrl),
      edge: postTo(addressOf(settings)),
    });
    return [
      rowOf('POST /api/visit, straight at the api', api, 'bare Fastify', bare, 0.6),
      rowOf('POST /api/visit, through nginx', edge, 'nginx before bare Fastify', bareDoor, 0.8),
    ];
  } finally {
    await endNginx();
    await endFastify();
  }
}

/**
 * Posts visits as fast as they are answered, after warming up. Throws when any answer was not 2xx: a refusal is
 * quicker than the work.
 */
async function postVisits(baseUrl: string, seconds: number): Promise<WrkResult> {
  await runWrk('visits', baseUrl, warmUpSeconds);
  const result = await runWrk('visits', baseUrl, seconds);
  if (result.failed > 0)
    throw new Error(`${result.failed} of ${result.requests} requests to ${baseUrl} failed`);
  return result;
}

function rowOf(
  what: string,
  ours: WrkResult[],
  baselineWhat: string,
  baseline: WrkResult[],
  share: number,
): Row {
  const medianOf = (results: WrkResult[], figure: keyof WrkResult) =>
    median(results.map((result) => result[figure]));
  const row = {
    what,
    value: medianOf(ours, 'perSecond'),
    unit: 'requests/s',
    more: {
      'p50 ms': medianOf(ours, 'p50Ms'),
      'p99 ms': medianOf(ours, 'p99Ms'),
      'p99 ms baseline': medianOf(baseline, 'p99Ms'),
    },
  };
  return compared(row, { what: baselineWhat, value: medianOf(baseline, 'perSecond') }, { atLeast: share });
}
