import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames as apiSettings } from '@voordeur/api';
import { findGuessable } from '@voordeur/server/guessable';
import { settingNames as workerSettings } from '@voordeur/worker';
import { checkout, type Environment } from '../local/settings.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

const secrets = [
  'ADMIN_SECRET_KEY',
  'JWT_SECRET',
  'WEBHOOK_SIGNING_SECRET',
  'POSTGRES_PASSWORD',
  'POSTGRES_API_PASSWORD',
  'POSTGRES_WORKER_PASSWORD',
  'POSTGRES_MONITOR_PASSWORD',
  'REDIS_PASSWORD',
  'REDIS_API_PASSWORD',
  'REDIS_WORKER_PASSWORD',
];
const renewed = 'put another one there (openssl rand -hex 24) and make up.';

/** Settings: each known, each valid, no secret that can be guessed. */
export function checkSettings(installation: Installation): Finding[] {
  const { written, wrongSettings } = installation;
  if (!written && wrongSettings.length > 0)
    return [broken('There is no .env, so nothing is set.', 'make up, which writes one.')];
  const found = [
    ...wrongSettings.map((sentence) =>
      broken(sentence.replace(/\.?$/, '.'), 'correct it in .env, then make up.'),
    ),
    ...findUnknown(written ?? {}),
    ...findWeakSecrets(installation),
    ...findSharedRoles(written ?? {}),
    ...findChanged(installation),
  ];
  return found.length > 0 ? found : [ok('all known and valid, and no secret can be guessed')];
}

/** Whether other users of this machine may read the secrets. */
export function checkSecretsFile(): Finding[] {
  return [judgeMode(statSync(join(checkout, '.env'), { throwIfNoEntry: false })?.mode)];
}

export function judgeMode(mode: number | undefined): Finding {
  if (mode === undefined) return skipped('there is no .env');
  if ((mode & 0o077) === 0) return ok('only its owner can read .env');
  return advice('Other users of this machine can read .env, which holds secrets.', 'chmod 600 .env');
}

function findUnknown(written: Environment): Finding[] {
  const explained = readFileSync(join(checkout, 'docs/settings.env'), 'utf8').matchAll(
    /^#?([A-Z][A-Z_]+)=/gm,
  );
  const known = new Set([
    ...apiSettings,
    ...workerSettings,
    'LOCAL_DIR',
    ...[...explained].map(([, name]) => name),
  ]);
  return Object.keys(written)
    .filter((name) => !known.has(name) && !/^(COMPOSE|DOCKER)_/.test(name))
    .map((name) =>
      advice(
        `Nothing reads ${name} in .env.`,
        'look for its right name in docs/settings.env, or take it out.',
      ),
    );
}

function findWeakSecrets({ environment }: Installation): Finding[] {
  const given = secrets.flatMap((name) => {
    const value = environment[name];
    return value ? [{ name, value }] : [];
  });
  const guessable = findGuessable(Object.fromEntries(given.map(({ name, value }) => [name, value])));
  const weak = guessable.map((name) =>
    advice(`${name} can be guessed.`, name === 'ADMIN_SECRET_KEY' ? 'make unlock NEW_KEY=1' : renewed),
  );
  const repeated = given
    .filter(({ value }, index) => given.findIndex((other) => other.value === value) < index)
    .map(({ name }) =>
      advice(`${name} is the same as another secret, so a leak of one is a leak of both.`, renewed),
    );
  return [...weak, ...repeated];
}

/** Only on the servers that make up starts does each program have a role of its own. */
function findSharedRoles(written: Environment): Finding[] {
  return [
    ['DATABASE_URL', 'Postgres'],
    ['REDIS_URL', 'Redis'],
  ].flatMap(([name = '', server]) =>
    written[name]
      ? [
          advice(
            `${name} names a ${server} of your own, in which the api may do all that the worker may.`,
            `nothing, if you want it so; without ${name} make up starts one with a user for each (docs/grow.md).`,
          ),
        ]
      : [],
  );
}

/** Local processes keep what they were started with. (Compose shows only by a restart whether it would change anything.) */
function findChanged({ running, settings }: Installation): Finding[] {
  if (running?.kind !== 'local' || !settings) return [];
  const names = [
    ...apiSettings,
    ...workerSettings,
    'API',
    'WORKER',
    'WEB_PORT',
    'WEB_HOST',
    'TLS_CERTIFICATE',
    'DOMAIN',
    'ACME_EMAIL',
    'ACME_URL',
    'HSTS',
    'TRUSTED_PROXIES',
  ];
  const changed = [...new Set(names)].filter(
    (name) => name !== 'APP_VERSION' && running.environment[name] !== settings.environment[name],
  );
  if (changed.length === 0) return [];
  const what = `What runs was started with another value of ${changed.join(', ')} than .env has now.`;
  return [advice(what, 'make up, which restarts it with the new one.')];
}
