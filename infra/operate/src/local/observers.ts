import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkFree } from './ports.js';
import { listApis, listWorkers, root, type Settings } from './settings.js';
import { addressOf, untilPortsReady } from './stack.js';
import { stopParts } from './stop-stack.js';
import { type Part, supervise } from './supervise.js';

/** A part, and where it listens. */
interface Observer extends Part {
  port: number;
  /** The setting of the port. */
  setting: string;
}

export const areObserved = (localDir: string) => existsSync(join(localDir, 'run/prometheus'));

/** The configuration of Prometheus and the others. */
export const observeFiles = join(root, 'infra/operate/observe');

/** The same programs as in docker-compose.observe.yml, without Grafana, which Debian doesn't have. */
function listObservers(settings: Settings, files: string): Observer[] {
  const { localDir, environment, exportersPort, prometheusPort, alertmanagerPort } = settings;
  const textFiles = join(localDir, 'metrics');
  mkdirSync(textFiles, { recursive: true });
  const exporter = (
    index: number,
    name: string,
    args: string[],
    own: Record<string, string> = {},
  ): Observer => {
    const port = exportersPort + index;
    return {
      name: `${name}-exporter`,
      command: `prometheus-${name}-exporter`,
      // That of nginx takes no option with two hyphens.
      args: [`-${name === 'nginx' ? '' : '-'}web.listen-address=127.0.0.1:${port}`, ...args],
      cwd: localDir,
      environment: own,
      port,
      setting: 'EXPORTERS_PORT',
    };
  };
  const exporters = [
    exporter(0, 'node', ['--no-collector.systemd', `--collector.textfile.directory=${textFiles}`]),
    exporter(1, 'nginx', [`-nginx.scrape-uri=http://127.0.0.1:${settings.nginxStatusPort}/stub_status`]),
    exporter(2, 'postgres', [], {
      DATA_SOURCE_NAME: environment['MONITOR_DATABASE_URL'] ?? '',
      PGSSLMODE: 'disable',
    }),
    exporter(3, 'blackbox', [`--config.file=${join(files, 'blackbox.yml')}`], trusted(environment)),
  ];
  const started = (what: string, port: number, own: Record<string, string>, ...args: string[]): Observer => ({
    name: what,
    command: join(files, 'start.sh'),
    args: [what, join(localDir, 'observe'), `--web.listen-address=127.0.0.1:${port}`, ...args],
    cwd: localDir,
    environment: { ...environment, ...own },
    port,
    setting: `${what.toUpperCase()}_PORT`,
  });
  const addresses = {
    api: addressesOf(listApis(settings)),
    worker: addressesOf(listWorkers(settings)),
    nginx: new URL(addressOf(settings)).host,
    alertmanager: `127.0.0.1:${alertmanagerPort}`,
    ...Object.fromEntries(exporters.map(({ name, port }) => [name, `127.0.0.1:${port}`])),
  };
  const ADDRESSES = Object.entries(addresses).map(([name, targets]) => `${name}=${targets}`);
  return [
    started(
      'prometheus',
      prometheusPort,
      { ADDRESSES: ADDRESSES.join(' ') },
      `--storage.tsdb.path=${join(localDir, 'prometheus')}`,
      ...['--storage.tsdb.retention.time=90d', '--storage.tsdb.retention.size=1GB'],
    ),
    started(
      'alertmanager',
      alertmanagerPort,
      {},
      `--storage.path=${join(localDir, 'alertmanager')}`,
      '--cluster.listen-address=',
    ),
    ...exporters,
  ];
}

/**
 * Starts them next to a running stack, with the files of infra/operate/observe or a copy; again if they run already. Throws
 * `Advice` when one doesn't come up.
 */
export async function startObservers(settings: Settings, files = observeFiles): Promise<void> {
  const { localDir } = settings;
  const observers = listObservers(settings, files);
  await stopParts(
    localDir,
    observers.map(({ name }) => name),
  );
  const ports = observers.map(({ name, port, setting }) => ({
    ...{ part: name, number: port, setting },
    ready: '/metrics',
  }));
  await checkFree(ports);
  for (const observer of observers) supervise(localDir, observer);
  await untilPortsReady(settings, ports);
}

const addressesOf = (places: { port: number }[]) => places.map(({ port }) => `127.0.0.1:${port}`).join(',');

/** Certificates that this machine trusts in addition to the usual ones. */
const trusted = ({ SSL_CERT_FILE }: Settings['environment']): Record<string, string> =>
  SSL_CERT_FILE ? { SSL_CERT_FILE } : {};
