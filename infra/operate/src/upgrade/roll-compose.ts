import { Advice } from '../local/advice.js';
import { siteOf } from '../local/running-stack.js';
import type { Environment } from '../local/settings.js';
import { until } from '../local/until.js';
import { findFailures } from './find-failures.js';
import { type Roll, run } from './roll.js';

/** A container of an api or a worker, as `docker inspect` prints it. */
interface Container {
  Id: string;
  Image: string;
  RestartCount: number;
  State: { Status: string; Health?: { Status: string } };
  Config: { Labels: Record<string, string> };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}
const serviceOf = ({ Config }: Container) => Config.Labels['com.docker.compose.service'] ?? '';
const healthOf = ({ State }: Container) => State.Health?.Status ?? State.Status;
/** Where nginx reaches it; empty for a worker. */
const addressOf = ({ NetworkSettings }: Container) =>
  Object.entries(NetworkSettings.Networks).find(([name]) => name.endsWith('_front'))?.[1].IPAddress ?? '';
const apisOf = (containers: Container[]) => containers.filter((container) => addressOf(container) !== '');

/**
 * From the containers that run to the images that were built last. The new containers start next to the old ones; nginx'
 * own stays and is given the new site, because only one can have the port. Throws `Advice`.
 */
export function rollCompose(environment: Environment): Roll {
  const project = environment['COMPOSE_PROJECT_NAME'] ?? 'voordeur';
  const server = `${project}-server`;
  /** The image of the version that runs; `latest` is the one that was built last. */
  const running = `${server}:running`;
  let old: Container[] = [];
  let site = '';
  const imageOfTag = (tag: string) => docker('image', 'ls', '--quiet', '--no-trunc', tag);

  const listAdded = async () => {
    const known = old.map(({ Id }) => Id);
    return (await listNodes()).filter(({ Id }) => !known.includes(Id));
  };
  const removeAdded = async () => {
    await showSite(await findSite(), old);
    await remove(await listAdded());
    await showSite(await findSite());
  };

  return {
    clear: async () => {
      const nodes = await listNodes();
      const committed = await imageOfTag(running);
      old = nodes.filter(({ Image }) => Image === committed);
      if (old.length === 0) old = nodes;
      if (old.length < nodes.length) await removeAdded();
      const image = old[0]?.Image ?? '';
      await docker('tag', image, running);
      if (image === (await imageOfTag(`${server}:latest`)))
        throw new Advice('What was built is what runs.', 'nothing; after a change of .env, make up.');
    },
    backUp: () => runOnce('backup', 'node', 'infra/operate/dist/backup/main.js', 'backup'),
    migrate: () => runOnce('migrate'),
    start: async () => {
      site = await bringSite(`${project}-nginx`);
      // By name nginx would meet a new api as soon as its container is there.
      await showSite(await findSite(), old);
      const scale = ['api', 'worker'].flatMap((service) => {
        const count = old.filter((container) => serviceOf(container) === service).length;
        const wanted = Number(environment[service.toUpperCase()] ?? count);
        return ['--scale', `${service}=${count + wanted}`];
      });
      const options = ['--no-deps', '--no-recreate', '--wait', '--wait-timeout', '120'];
      await compose('up', '--detach', ...options, ...scale, 'api', 'worker');
      const build = await inNginx(`cat ${site}/srv/web/private/build`);
      const isRendered = async () => (await inNginx(`ls -d /srv/pages/${build} || true`)) !== '';
      if (!(await until(isRendered, { withinMs: 60_000, everyMs: 500 })))
        throw new Advice(
          'The new version renders no pages.',
          'look for "rendered" in docker compose logs worker.',
        );
    },
    show: async () => {
      await showSite(site, await listAdded());
    },
    findFault: async () => {
      const added = await listAdded();
      const unwell = added.find(
        (container) => healthOf(container) !== 'healthy' || container.RestartCount > 0,
      );
      if (unwell)
        return `a container of ${serviceOf(unwell)} is ${healthOf(unwell)}, after ${unwell.RestartCount} restarts`;
      const url = `${siteOf({ kind: 'compose', environment })}/api/health/ready`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (!answer?.ok) return "the site isn't ready";
      return findFailures(apisOf(added).map((api) => `http://${addressOf(api)}:13001`));
    },
    takeBack: async () => {
      await removeAdded();
      // The next container must not be made of the failed version.
      await docker('tag', running, server);
      const nginx = await compose('ps', '--quiet', 'nginx');
      const image = await docker('inspect', '--format', '{{.Image}}', nginx);
      await docker('tag', image, `${project}-nginx`);
    },
    commit: async () => {
      await docker('tag', server, running);
      await keepSite(site);
      await remove(old);
      await showSite(site);
      const services = (await compose('config', '--services')).split('\n');
      const others = ['backup', 'certificates'].filter((service) => services.includes(service));
      await compose('up', '--detach', '--no-deps', ...others);
    },
    logs: 'docker compose logs api worker',
  };
}

async function listNodes(): Promise<Container[]> {
  const ids = (await compose('ps', '--all', '--quiet', 'api', 'worker')).split('\n').filter(Boolean);
  return ids.length > 0 ? (JSON.parse(await docker('inspect', ...ids)) as Container[]) : [];
}

async function remove(containers: Container[]): Promise<void> {
  const ids = containers.map(({ Id }) => Id);
  if (ids.length === 0) return;
  await docker('stop', '--time', '20', ...ids);
  await docker('rm', ...ids);
}

/*
 * Folders of the sites that nginx' container has in the volume `site`; its image's own is in none, the empty name.
 * `for-<image>` is a link to the one that is kept.
 */
const keptSite = 'kept=/srv/site/for-$(cat /etc/voordeur/image)';

/** The site that nginx shows after a restart. */
const findSite = () => inNginx(`${keptSite}; readlink $kept || true`);

/** Copies the site of an image into nginx' container; resolves to its folder there. */
async function bringSite(image: string): Promise<string> {
  const folder = `/srv/site/${Date.now()}`;
  const scripts = ['show-site', 'write-nginx-include', 'take-certificate'].map(
    (name) => `usr/local/bin/${name}.sh`,
  );
  const files = ['srv/web', 'etc/voordeur', ...scripts].join(' ');
  const pack = `docker run --rm --network none --entrypoint tar ${image} -c -C / ${files}`;
  const into = `docker compose exec -T nginx sh -c 'mkdir ${folder} && tar -x -C ${folder}'`;
  await run('bash', ['-c', `set -o pipefail; ${pack} | ${into}`]);
  return folder;
}

/** Keeps this one alone. */
async function keepSite(folder: string): Promise<void> {
  const link = `ln -sfn ${folder} $kept.part; mv -T $kept.part $kept`;
  const clean = `for old in /srv/site/*; do [ $old = ${folder} ] || [ $old = $kept ] || rm -rf $old; done`;
  await inNginx(`${keptSite}; ${link}; ${clean}`);
}

/** nginx shows this site and passes to these apis, else to all that have the name; resolves when no request is otherwise. */
async function showSite(folder: string, containers: Container[] = []): Promise<void> {
  const addresses = apisOf(containers).map(addressOf);
  const servers = addresses.map((address) => `${address}:13001`).join(' ');
  const passTo = servers ? `'${servers}' ${addresses[0]}:5514` : '';
  const workers = 'grep -ls "[n]ginx: worker" /proc/[0-9]*/cmdline || true';
  const earlier = (await inNginx(workers)).split('\n');
  const reload = 'nginx -e stderr -p /tmp/nginx -c /tmp/nginx/nginx.conf -s reload';
  // Its own script: an earlier version's knows what its files are called.
  await inNginx(`sh ${folder}/usr/local/bin/show-site.sh ${folder || '/'} ${passTo} && ${reload}`);
  const areGone = async () => !(await inNginx(workers)).split('\n').some((one) => earlier.includes(one));
  if (await until(areGone, { withinMs: 15_000, everyMs: 200 })) return;
  const log = (await compose('logs', '--no-log-prefix', '--tail', '200', 'nginx')).split('\n');
  const fault = log.findLast((line) => line.includes('[emerg]')) ?? '';
  throw new Advice(`nginx did not reload. ${fault}`, 'see docker compose logs nginx.');
}

async function runOnce(service: string, ...command: string[]): Promise<void> {
  await compose('run', '--rm', '--no-deps', '-T', service, ...command);
}
const inNginx = (script: string) => compose('exec', '-T', 'nginx', 'bash', '-c', script);
const compose = (...args: string[]) => docker('compose', ...args);
const docker = (...args: string[]) => run('docker', args);
