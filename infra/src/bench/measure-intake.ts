import { join } from 'node:path';
import { prepareNginx } from '../local/nginx.js';
import { root, type Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { median, type Row } from '../measuring/figures.js';
import { runWrk } from '../measuring/load.js';
import { benchSettings, startBeside, withoutWorker } from './bench-stack.js';

const barePort = 23_071;
const warmUpSeconds = 3;

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Visits accepted a second, straight at the api and through nginx, each beside a bare Fastify that answers the
 * same. The four take turns, so that all meet the same machine; the worker stands still meanwhile.
 */
export async function measureIntake(settings: Settings, rounds: number, seconds: number): Promise<Row[]> {
  const bareSettings = benchSettings('bench-bare', 3, {
    WEB_PORT: '28111',
    API_PORT: String(barePort),
  });
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const bare = await startBeside(
    {
      name: 'bare-fastify',
      command: process.execPath,
      args: [join(root, 'infra/dist/bench/bare-fastify.js'), String(barePort)],
      cwd: root,
      environment: settings.environment,
      stopSignal: 'SIGTERM',
    },
    `${bareUrl}/api/health/ready`,
  );
  const bareDoor = await startBeside(
    { ...prepareNginx(bareSettings), name: 'bare-nginx' },
    `${addressOf(bareSettings)}/api/health/ready`,
  );
  try {
    const servers = {
      bare: bareUrl,
      api: `http://127.0.0.1:${settings.apiPort}`,
      bareDoor: addressOf(bareSettings),
      door: addressOf(settings),
    };
    const measured: Record<keyof typeof servers, Measured[]> = { bare: [], api: [], bareDoor: [], door: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, url] of Object.entries(servers) as [keyof typeof servers, string][]) {
        measured[name].push(await withoutWorker(settings, () => postVisits(url, seconds)));
      }
    }
    return [
      rowOf('POST /api/visit, straight at the api', measured.api, 'bare Fastify', measured.bare, 0.6),
      rowOf(
        'POST /api/visit, through nginx',
        measured.door,
        'nginx before bare Fastify',
        measured.bareDoor,
        0.8,
      ),
    ];
  } finally {
    await bareDoor.end();
    await bare.end();
  }
}

/**
 * Posts visits as fast as they are answered, after warming up. Throws when any answer was not 2xx: a refusal is
 * quicker than the work.
 */
async function postVisits(baseUrl: string, seconds: number): Promise<Measured> {
  await runWrk('bench/post-visit.lua', baseUrl, warmUpSeconds);
  const { requests, failed, ...found } = await runWrk('bench/post-visit.lua', baseUrl, seconds);
  if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${baseUrl} failed`);
  return { ...found, perSecond: requests / found.seconds };
}

function rowOf(what: string, ours: Measured[], besideWhat: string, beside: Measured[], atLeast: number): Row {
  const perSecond = (all: Measured[]) => median(all.map((one) => one.perSecond));
  const value = perSecond(ours);
  return {
    what,
    value,
    unit: 'requests/s',
    beside: { what: besideWhat, value: perSecond(beside) },
    ratio: value / perSecond(beside),
    target: { atLeast },
    more: {
      'p50 ms': median(ours.map((one) => one.p50Ms)),
      'p99 ms': median(ours.map((one) => one.p99Ms)),
      'p99 ms beside': median(beside.map((one) => one.p99Ms)),
    },
  };
}
