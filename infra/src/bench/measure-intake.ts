import { join } from 'node:path';
import { prepareNginx } from '../local/nginx.js';
import { root, type Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { atLeastOf, median, type Row } from '../measuring/figures.js';
import { runWrk, type WrkResult } from '../measuring/load.js';
import { benchSettings, startBeside, withoutWorker } from './bench-stack.js';

const barePort = 23_071;
const warmUpSeconds = 3;

/**
 * Visits accepted a second, straight at the api and through nginx, each beside a bare Fastify that answers the
 * same. The four take turns, so that all meet the same machine; the worker stands still meanwhile.
 */
export async function measureIntake(settings: Settings, rounds: number, seconds: number): Promise<Row[]> {
  const bareSettings = benchSettings('bench-bare', 3, { WEB_PORT: '28111', API_PORT: String(barePort) });
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const bareDoorUrl = addressOf(bareSettings);
  const bareFastify = {
    name: 'bare-fastify',
    command: process.execPath,
    args: [join(root, 'infra/dist/bench/bare-fastify.js'), String(barePort)],
    cwd: root,
    environment: settings.environment,
  };
  const bareNginx = { ...prepareNginx(bareSettings), name: 'bare-nginx' };
  const endFastify = await startBeside(bareFastify, `${bareUrl}/api/health/ready`);
  const endNginx = await startBeside(bareNginx, `${bareDoorUrl}/api/health/ready`);
  const servers = {
    bare: { url: bareUrl, results: [] as WrkResult[] },
    api: { url: `http://127.0.0.1:${settings.apiPort}`, results: [] as WrkResult[] },
    bareDoor: { url: bareDoorUrl, results: [] as WrkResult[] },
    door: { url: addressOf(settings), results: [] as WrkResult[] },
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { url, results } of Object.values(servers)) {
        results.push(await withoutWorker(settings, () => postVisits(url, seconds)));
      }
    }
  } finally {
    await endNginx();
    await endFastify();
  }
  const { bare, api, bareDoor, door } = servers;
  return [
    rowOf('POST /api/visit, straight at the api', api.results, 'bare Fastify', bare.results, 0.6),
    rowOf('POST /api/visit, through nginx', door.results, 'nginx before bare Fastify', bareDoor.results, 0.8),
  ];
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

function rowOf(what: string, ours: WrkResult[], besideWhat: string, beside: WrkResult[], share: number): Row {
  const medianOf = (results: WrkResult[], figure: keyof WrkResult) =>
    median(results.map((result) => result[figure]));
  return atLeastOf({ what: besideWhat, value: medianOf(beside, 'perSecond') }, share, {
    what,
    value: medianOf(ours, 'perSecond'),
    unit: 'requests/s',
    more: {
      'p50 ms': medianOf(ours, 'p50Ms'),
      'p99 ms': medianOf(ours, 'p99Ms'),
      'p99 ms beside': medianOf(beside, 'p99Ms'),
    },
  });
}
