import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames as apiSettings } from '@voordeur/api';
import { findGuessable } from '@voordeur/server/guessable';
import { settingNames as workerSettings } from '@voordeur/worker';
import { checkout } from '../local/settings.js';
import { explainedSettings } from '../settings/reference.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

/** Settings: each known, each valid, no secret that can be guessed. */
export function checkSettings(installation: Installation): Finding[] {
  const { written, wrongSettings } = installation;
  if (!written && wrongSettings.length > 0)
    return [broken('There is no .env, so nothing is set.', 'make up, which writes one.')];
  const found = [
    ...wrongSettings.map((sentence) =>
      broken(sentence.replace(/\.?$/, '.'), 'correct it in .env, then make up.'),
    ),
    ...findUnknown(Object.keys(written ?? {})),
    ...findWeakSecrets(installation),
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

function findUnknown(names: string[]): Finding[] {
  const known = new Set([...apiSettings, ...workerSettings, 'LOCAL_DIR', ...explainedSettings()]);
  const next = 'look for its right name in docs/settings.env, or take it out.';
  return names
    .filter((name) => !known.has(name) && !/^(COMPOSE|DOCKER)_/.test(name))
    .map((name) => advice(`Nothing reads ${name} in .env.`, next));
}

function findWeakSecrets({ environment }: Installation): Finding[] {
  const example = readFileSync(join(checkout, '.env.example'), 'utf8');
  const secrets = Array.from(example.matchAll(/^([A-Z_]+)=$/gm), ([, name = '']) => name);
  const given = secrets.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value ? [[name, value]] : [];
  });
  const values = given.map(([, value]) => value);
  const repeated = given.filter(([, value], index) => values.indexOf(value) < index);
  const renewed = 'put another one there (openssl rand -hex 24) and make up.';
  return [
    ...findGuessable(Object.fromEntries(given)).map((name) =>
      advice(`${name} can be guessed.`, name === 'ADMIN_SECRET_KEY' ? 'make unlock NEW_KEY=1' : renewed),
    ),
    ...repeated.map(([name]) =>
      advice(`${name} is the same as another secret, so a leak of one is a leak of both.`, renewed),
    ),
  ];
}

/** Local processes keep what they were started with. (Compose shows only by a restart whether it would change anything.) */
function findChanged({ running, settings }: Installation): Finding[] {
  if (running?.kind !== 'local' || !settings) return [];
  const changed = explainedSettings().filter(
    (name) => running.environment[name] !== settings.environment[name],
  );
  if (changed.length === 0) return [];
  const what = `What runs was started with another value of ${changed.join(', ')} than .env has now.`;
  return [advice(what, 'make up, which restarts it with the new one.')];
}
