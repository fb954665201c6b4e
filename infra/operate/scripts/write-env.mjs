// Writes .env from .env.example on the first run, with a secret for each setting that is empty there. Later it only fills in
// those that a newer .env.example has, or that nobody has given a value. A secret that `docker compose up` has made for
// itself is taken over (infra/operate/docker/make-secrets.sh), else it's random.
//   write-env.mjs [EXAMPLE FILE]
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

const [from = '.env.example', to = '.env'] = process.argv.slice(2);
const isNew = !existsSync(to);
const text = readFileSync(isNew ? from : to, 'utf8');
const present = parseEnv(text);
const missing = [...readFileSync(from, 'utf8').matchAll(/^([A-Z_]+)=$/gm)]
  .map(([, name]) => name)
  .filter((name) => !present[name]);
const made = missing.length > 0 ? readMadeByContainers() : {};

let filled = text;
for (const name of missing) {
  // The last of several lines is the one that counts.
  const empty = new RegExp(`^${name}=[ \\t]*$(?![^]*^${name}=)`, 'm');
  const line = `${name}=${made[name] ?? newSecret(name)}`;
  filled = empty.test(filled) ? filled.replace(empty, () => line) : `${filled.trimEnd()}\n\n${line}\n`;
  if (!isNew) console.log(`Added ${name} to ${to}.`);
}
if (isNew) {
  writeFileSync(to, filled, { mode: 0o600, flag: 'wx' });
  console.log(`Wrote ${to} with new secrets.`);
} else if (missing.length > 0) {
  writeFileSync(to, filled);
  chmodSync(to, 0o600);
}

function newSecret(name) {
  // Receivers' libraries take the secret of a webhook as whsec_ and base64; 24 bytes need no = at its end.
  if (name === 'WEBHOOK_SIGNING_SECRET') return `whsec_${randomBytes(24).toString('base64')}`;
  // No $ and no #: docker compose would read a $ and a # in it.
  return randomBytes(24).toString('hex');
}

/** Empty where the file is of no checkout, there is no engine, or its containers never ran. */
function readMadeByContainers() {
  const checkout = dirname(to);
  if (!existsSync(join(checkout, 'docker-compose.yml'))) return {};
  const project = process.env.COMPOSE_PROJECT_NAME || present.COMPOSE_PROJECT_NAME || 'voordeur';
  const volume = `${project}_secrets`;
  if (spawnSync('docker', ['volume', 'inspect', volume]).status !== 0) return {};
  const show = 'run --rm --no-deps -T secrets show'.split(' ');
  const compose = ['compose', '--project-directory', checkout, '-p', project];
  const { status, stdout } = spawnSync('docker', [...compose, ...show], { encoding: 'utf8' });
  if (status === 0) return parseEnv(stdout);
  console.error(
    `The secrets in the volume ${volume} can't be read. What to do: docker compose run --rm secrets show`,
  );
  process.exit(1);
}
