import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Advice } from './advice.js';
import { edgeLogPortOf, listApis, listWorkers, type Settings } from './settings.js';

export interface Port {
  part: string;
  number: number;
  setting: string;
  host?: string;
  udp?: boolean;
  /** The path that answers 2xx once the part can do its work. */
  ready?: string;
}

/** Ports of the servers we start ourselves. */
export function listServicePorts({ ownPostgres, ownRedis, postgresPort, redisPort }: Settings): Port[] {
  return [
    ...(ownPostgres ? [{ part: 'postgres', number: postgresPort, setting: 'POSTGRES_PORT' }] : []),
    ...(ownRedis ? [{ part: 'redis', number: redisPort, setting: 'REDIS_PORT' }] : []),
  ];
}

/** Ports of the rest: the workers, each api, and `edge`, through which all of it is reached. */
export function listAppPorts(settings: Settings, edge = 'nginx'): Port[] {
  const { webHost, webPort, tlsPort, environment } = settings;
  return [
    ...listNodePorts(settings),
    { part: 'nginx', number: settings.nginxStatusPort, setting: 'NGINX_STATUS_PORT' },
    ...(environment['TLS_CERTIFICATE'] || environment['DOMAIN']
      ? [{ part: edge, number: tlsPort, setting: 'TLS_PORT', host: webHost }]
      : []),
    { part: edge, number: webPort, setting: 'WEB_PORT', host: webHost, ready: '/api/health/ready' },
  ];
}

/** Ports of the workers and the apis, in this order. */
export function listNodePorts(settings: Settings): Port[] {
  const apis = listApis(settings);
  const [first] = apis;
  return [
    ...listWorkers(settings).map(({ name, port }) => ({
      ...{ part: name, number: port, setting: 'WORKER_PORT' },
      ready: '/health/ready',
    })),
    ...apis.map(({ name, port }) => ({
      ...{ part: name, number: port, setting: 'API_PORT' },
      ready: '/api/health/ready',
    })),
    {
      ...{ part: first?.name ?? '', number: edgeLogPortOf(settings), setting: 'EDGE_LOG_PORT' },
      udp: true,
    },
  ];
}

/** Whether a part says that it can do its work, within 5 seconds. */
export async function isPortReady({ number, host = '127.0.0.1', ready = '/' }: Port): Promise<boolean> {
  try {
    const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${number}${ready}`;
    // No connection stays, on which a later request of this process could meet nginx closing it.
    const headers = { connection: 'close' };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

const inWords: Record<string, string> = {
  EADDRINUSE: 'another program has it',
  EACCES: 'this user may not open it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Throws `Advice` for the first port that another program holds. */
export async function checkFree(ports: Port[]): Promise<void> {
  for (const { part, number, setting, host = '127.0.0.1', udp } of ports) {
    const listener = udp ? createSocket('udp4').bind(number, host) : createServer().listen(number, host);
    try {
      await once(listener, 'listening');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const needsRight = code === 'EACCES' && number < 1024;
      throw new Advice(
        `${part} cannot have ${udp ? 'UDP ' : ''}port ${number} on ${host}: ${inWords[code] ?? code}.`,
        needsRight
          ? 'sudo sysctl net.ipv4.ip_unprivileged_port_start=80 lets every user open it (docs/install.md, TLS).'
          : `set ${setting} to another one, in .env or in front of make (${setting}=${number + 1} make up), or end the program that holds it.`,
      );
    }
    listener.close();
    await once(listener, 'close');
  }
}
