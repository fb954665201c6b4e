// Makes of `docker compose config --format json` on standard input what `docker stack deploy` takes: DIR/stack.json, and
// DIR/SERVICE.settings with a service's settings, which become its secret. Images have to be there; each gets a tag by its
// content, because Swarm rolls a service when the name of its image changes. Names of secrets and configs are by content
// too, for none of them can be changed.
//   make-stack.mjs DIR [SERVICE…]    with services: these alone
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [dir, ...only] = process.argv.slice(2);
const { name: stack, services, volumes, networks, configs } = JSON.parse(readFileSync(0, 'utf8'));
mkdirSync(dir, { recursive: true, mode: 0o700 });

const docker = (...args) => execFileSync('docker', args, { encoding: 'utf8' }).trim();
const hash = (content) => createHash('sha256').update(content).digest('hex').slice(0, 12);
/** For the shell. Compose has doubled each `$`. */
const quote = (value) => `'${String(value).replaceAll('$$', '$').replaceAll("'", `'\\''`)}'`;

const secrets = {};
/** The settings of a service, as start-in-stack.sh reads them. */
function keepSecret(service, environment) {
  const file = join(dir, `${service}.settings`);
  const content = Object.entries(environment)
    .map(([name, value]) => `${name}=${quote(value ?? '')}\n`)
    .join('');
  writeFileSync(file, content, { mode: 0o600 });
  secrets[`${service}-settings`] = {
    name: `${stack}_${service}-settings_${hash(content)}`,
    file: resolve(file),
  };
}

function tagByContent(image) {
  const id = docker('image', 'inspect', '--format', '{{.Id}}', image);
  const tagged = `${image.split(':')[0]}:${id.replace('sha256:', '').slice(0, 12)}`;
  docker('image', 'tag', image, tagged);
  return tagged;
}

/** start-in-stack.sh does the same. */
const withoutSecrets = (command) => command.filter((part) => part !== 'with-secrets.sh');

/** Its command, which start-in-stack.sh replaces: an entrypoint of the service takes the image's arguments away too. */
function commandOf({ entrypoint, command, image }) {
  const { Entrypoint, Cmd } = JSON.parse(docker('image', 'inspect', '--format', '{{json .Config}}', image));
  const whole = [...(entrypoint ?? Entrypoint ?? []), ...(command ?? (entrypoint ? [] : (Cmd ?? [])))];
  return withoutSecrets(whole);
}

/** The secrets of a service are one of the Swarm's. */
const isKept = ({ target }) => target !== '/run/secrets';

function toStackService(name, service) {
  const { deploy, environment, healthcheck, logging, networks: joined, configs: files = [] } = service;
  keepSecret(name, environment ?? {});
  return {
    image: tagByContent(service.image),
    entrypoint: ['sh', '/start.sh'],
    command: commandOf(service),
    secrets: [{ source: `${name}-settings`, target: 'settings' }],
    configs: [{ source: 'start', target: '/start.sh' }, ...files],
    networks: Object.keys(joined),
    read_only: service.read_only,
    cap_drop: service.cap_drop,
    cap_add: service.cap_add,
    stop_grace_period: service.stop_grace_period,
    logging,
    healthcheck: healthcheck && { ...healthcheck, test: withoutSecrets(healthcheck.test) },
    // A stack knows neither `tmpfs` nor `shm_size` of a service; both are mounts there.
    volumes: [
      ...(service.volumes ?? []).filter(isKept).map(({ type, source, target, read_only }) => ({
        type,
        source,
        target,
        read_only,
      })),
      ...(service.tmpfs ?? []).map((target) => ({ type: 'tmpfs', target })),
      ...(service.shm_size
        ? [{ type: 'tmpfs', target: '/dev/shm', tmpfs: { size: Number(service.shm_size) } }]
        : []),
    ],
    // Swarm publishes on every address of the node.
    ports: service.ports
      ?.filter(({ published }) => published)
      .map(({ target, published, protocol }) => ({
        ...{ target, published: Number(published), protocol, mode: 'host' },
      })),
    deploy: {
      ...deploy,
      resources: { limits: { memory: String(service.mem_limit) } },
    },
  };
}

// make up KIND=swarm has written the secrets to .env, so none is missing.
const named = Object.entries(services).filter(
  ([name]) => name !== 'secrets' && (only.length === 0 || only.includes(name)),
);
const files = { start: resolve('infra/operate/docker/start-in-stack.sh') };
for (const [, { configs: used = [] }] of named)
  for (const { source } of used) files[source] = configs[source].file;
const stackFile = {
  version: '3.13',
  services: Object.fromEntries(named.map(([name, service]) => [name, toStackService(name, service)])),
  secrets,
  configs: Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      { file, name: `${stack}_${name}_${hash(readFileSync(file))}` },
    ]),
  ),
  // The volumes of `make up-compose`, so that moving keeps the data.
  volumes: Object.fromEntries(
    Object.entries(volumes)
      .filter(([name]) => !name.startsWith('secrets'))
      .map(([name, volume]) => [name, { name: volume.name }]),
  ),
  networks: Object.fromEntries(
    Object.keys(networks).map((name) => [name, { driver: 'overlay', attachable: true }]),
  ),
};
writeFileSync(join(dir, 'stack.json'), JSON.stringify(stackFile, null, 2), { mode: 0o600 });
