import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { roles } from '@voordeur/contracts/roles';
import { Advice } from '../local/advice.js';
import { siteOf } from '../local/running-stack.js';
import { checkout, type Environment } from '../local/settings.js';
import { until } from '../local/until.js';
import { findFailures } from './find-failures.js';
import type { Roll } from './roll.js';

/** A container of an api or a worker. */
interface Container {
  id: string;
  service: string;
  image: string;
  health: string;
  restarts: number;
  /** Where nginx reaches it; empty for a worker. */
  address: string;
}

/** As `docker inspect` prints it. */
interface Inspected {
  Id: string;
  Image: string;
  RestartCount: number;
  State: { Status: string; Health?: { Status: string } };
  Config: { Labels: Record<string, string> };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

const makeBackup = ['infra/operate/dist/backup/main.js', 'backup'];
const stopWithinSeconds = 20;

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
  let site = '/';

  const listAdded = async () => {
    const known = old.map(({ id }) => id);
    return (await listNodes()).filter(({ id }) => !known.includes(id));
  };
  const removeAdded = async () => {
    await showSite(await findSite(), old);
    await remove(await listAdded());
    await showSite(await findSite());
  };

  return {
    clear: async () => {
      await keepRedisWithoutUsers();
      const nodes = await listNodes();
      const committed = await docker('image', 'ls', '--quiet', '--no-trunc', running);
      old = nodes.filter(({ image }) => image === committed);
      if (old.length === 0) old = nodes;
      if (old.length < nodes.length) await removeAdded();
      await docker('tag', old[0]?.image ?? '', running);
      if (old[0]?.image === (await docker('image', 'ls', '--quiet', '--no-trunc', `${server}:latest`)))
        throw new Advice('What was built is what runs.', 'nothing; after a change of .env, make up.');
    },
    backUp: async () => {
      await compose('run', '--rm', '--no-deps', '-T', 'backup', 'node', ...makeBackup);
    },
    migrate: async () => {
      await compose('run', '--rm', '--no-deps', '-T', 'migrate');
    },
    start: async () => {
      site = await bringSite(`${project}-nginx`);
      // By name nginx would meet a new api as soon as its container is there.
      await showSite(await findSite(), old);
      const scale = ['api', 'worker'].flatMap((service) => {
        const count = old.filter((container) => container.service === service).length;
        const wanted = Number(environment[service.toUpperCase()] ?? count);
        return ['--scale', `${service}=${count + wanted}`];
      });
      const options = ['--no-deps', '--no-recreate', '--wait', '--wait-timeout', '120'];
      await compose('up', '--detach', ...options, ...scale, 'api', 'worker');
      const build = await inNginx(`cat ${folderOf(site)}/srv/web/private/build`);
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
      const unwell = added.find(({ health, restarts }) => health !== 'healthy' || restarts > 0);
      if (unwell)
        return `a container of ${unwell.service} is ${unwell.health}, after ${unwell.restarts} restarts`;
      const url = `${siteOf({ kind: 'compose', environment })}/api/health/ready`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (!answer?.ok) return "the site isn't ready";
      return findFailures(addressesOf(added).map((address) => `http://${address}`));
    },
    takeBack: async () => {
      await removeAdded();
      // The next container must not be made of the failed version.
      await docker('tag', running, server);
      await docker('tag', await imageOf('nginx'), `${project}-nginx`);
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

/**
 * Redis' container stays, so one that a version without users has started goes on without them until the next make up:
 * the containers that this upgrade makes are then given its address in that form.
 */
async function keepRedisWithoutUsers(): Promise<void> {
  const ids = await compose('ps', '--quiet', 'redis');
  if (ids === '' || process.env['REDIS_URL']) return;
  const users = await compose('exec', '-T', 'redis', 'redis-cli', 'acl', 'users');
  if (!users.includes(roles.api)) process.env['REDIS_URL'] = 'redis://redis:6379';
}

async function listNodes(): Promise<Container[]> {
  const ids = (await compose('ps', '--all', '--quiet', 'api', 'worker')).split('\n').filter(Boolean);
  const inspected = ids.length > 0 ? (JSON.parse(await docker('inspect', ...ids)) as Inspected[]) : [];
  return inspected.map(({ Id, Image, RestartCount, State, Config, NetworkSettings }) => {
    const front = Object.entries(NetworkSettings.Networks).find(([name]) => name.endsWith('_front'));
    return {
      id: Id,
      service: Config.Labels['com.docker.compose.service'] ?? '',
      image: Image,
      health: State.Health?.Status ?? State.Status,
      restarts: RestartCount,
      address: front?.[1].IPAddress ?? '',
    };
  });
}

async function imageOf(service: string): Promise<string> {
  const id = await compose('ps', '--quiet', service);
  return docker('inspect', '--format', '{{.Image}}', id);
}

async function remove(containers: Container[]): Promise<void> {
  const ids = containers.map(({ id }) => id);
  if (ids.length === 0) return;
  await docker('stop', '--time', String(stopWithinSeconds), ...ids);
  await docker('rm', ...ids);
}

/*
 * The sites that nginx' container has in addition to its image's own, which is `/`: each in a folder of the volume `site`, or of
 * /tmp where the container is older than that volume. `for-<image>` is a link to the one that is kept.
 */
const sites = 'sites=/srv/site; [ -w $sites ] || sites=/tmp/site';
const keptSite = 'kept=$sites/for-$(cat /etc/voordeur/image 2>/dev/null || echo image)';

/** The site that nginx shows after a restart. */
async function findSite(): Promise<string> {
  return (await inNginx(`${sites}; ${keptSite}; readlink $kept || true`)) || '/';
}

/** Copies the site of an image into nginx' container; resolves to its folder there. */
async function bringSite(image: string): Promise<string> {
  const folder = await inNginx(`${sites}; folder=$sites/${Date.now()}; mkdir -p $folder; echo $folder`);
  const scripts = ['show-site', 'write-nginx-include', 'take-certificate'].map(
    (name) => `usr/local/bin/${name}.sh`,
  );
  const files = ['srv/web', 'etc/voordeur', ...scripts].join(' ');
  const pack = `docker run --rm --network none --entrypoint tar ${image} -c -C / ${files}`;
  await run('bash', ['-c', `set -o pipefail; ${pack} | docker compose exec -T nginx tar -x -C ${folder}`]);
  return folder;
}

/** Keeps this one alone. */
async function keepSite(folder: string): Promise<void> {
  const link = `ln -sfn ${folder} $kept.part; mv -T $kept.part $kept`;
  const clean = `for old in $sites/*; do [ $old = ${folder} ] || [ $old = $kept ] || rm -rf $old; done`;
  await inNginx(`${sites}; ${keptSite}; ${link}; ${clean}`);
}

/** nginx shows this site and passes to these apis, else to all that have the name; resolves when no request is otherwise. */
async function showSite(folder: string, nodes: Container[] = []): Promise<void> {
  const [first] = nodes.filter(({ address }) => address !== '');
  const places = first ? `'${addressesOf(nodes).join(' ')}' ${first.address}:5514` : '';
  const newest = `script=$(ls -t {$sites/*,}/usr/local/bin/show-site.sh 2>/dev/null | head -n 1)`;
  const workers = 'grep -ls "[n]ginx: worker" /proc/[0-9]*/cmdline || true';
  const earlier = (await inNginx(workers)).split('\n');
  const reload = 'nginx -e stderr -p /tmp/nginx -c /tmp/nginx/nginx.conf -s reload';
  await inNginx(`${sites}; ${newest}; sh $script ${folder} ${places} && ${reload}`);
  const areGone = async () => !(await inNginx(workers)).split('\n').some((one) => earlier.includes(one));
  if (!(await until(areGone, { withinMs: 15_000, everyMs: 200 })))
    throw new Advice(`nginx did not reload. ${await lastFault()}`, 'see docker compose logs nginx.');
}

/** Why nginx refused its settings, as far as its log says. */
async function lastFault(): Promise<string> {
  const lines = (await compose('logs', '--no-log-prefix', '--tail', '200', 'nginx')).split('\n');
  return lines.findLast((line) => line.includes('[emerg]')) ?? '';
}

/** Addresses of the apis. */
const addressesOf = (nodes: Container[]) =>
  nodes.filter(({ address }) => address !== '').map(({ address }) => `${address}:13001`);
const folderOf = (site: string) => (site === '/' ? '' : site);
const inNginx = (script: string) => compose('exec', '-T', 'nginx', 'bash', '-c', script);
const compose = (...args: string[]) => docker('compose', ...args);
const docker = (...args: string[]) => run('docker', args);

/** The program's output. Throws `Advice` with its error output. */
async function run(program: string, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: checkout, maxBuffer: 64e6 })).stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as ExecFileException;
    throw new Advice(
      stderr.trim() === '' ? message : stderr.trim(),
      'see above; docker compose ps and docker compose logs say more.',
    );
  }
}
