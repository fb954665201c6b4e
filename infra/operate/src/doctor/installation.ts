import { spawnSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadConfig as loadApiConfig } from '@voordeur/api';
import { SettingsError } from '@voordeur/server';
import { loadConfig as loadWorkerConfig } from '@voordeur/worker';
import { findStack, type RunningStack } from '../local/running-stack.js';
import {
  checkout,
  type Environment,
  readEnvironment,
  readLocalDir,
  readSettings,
  type Settings,
} from '../local/settings.js';

/** The input of the checks: the settings as the next make up would read them, and what runs. */
export interface Installation {
  kind: RunningStack['kind'];
  /** Null while the product is down. */
  running: RunningStack | null;
  /** The content of .env; null without that file. */
  written: Environment | null;
  environment: Environment;
  /** Each undefined while a setting of its own is wrong. */
  settings: Settings | undefined;
  api: ReturnType<typeof loadApiConfig> | undefined;
  worker: ReturnType<typeof loadWorkerConfig> | undefined;
  /** A sentence about each setting that is missing or wrong. */
  wrongSettings: string[];
  resolver: Resolver;
  /** Certificate authorities (PEM) in place of those that Node knows. */
  authorities: string[] | undefined;
  now: Date;
}

type Given = Pick<Installation, 'kind' | 'running' | 'written' | 'environment'>;

/** That of this checkout. Throws when .env can't be read. */
export function findInstallation(): Installation {
  const running = findStack();
  const file = join(checkout, '.env');
  return readInstallation({
    kind: running?.kind ?? guessKind(),
    running,
    written: existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : null,
    environment: readEnvironment(),
  });
}

/** While nothing runs: the one that has data here, else the one that make up would start. */
function guessKind(): RunningStack['kind'] {
  if (existsSync(join(readLocalDir(), 'postgres'))) return 'local';
  return spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0 ? 'compose' : 'local';
}

/** Reads the settings by the rules of the processes themselves. Never throws for a wrong one. */
export function readInstallation(given: Given): Installation {
  // One finding is enough for two that are wrong in the same way.
  const wrong = new Set<string>();
  function attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      const { message } = error as Error;
      for (const sentence of error instanceof SettingsError ? error.sentences : [message])
        wrong.add(sentence);
      return undefined;
    }
  }
  const settings = attempt(() => readSettings(given.environment));
  const environment = { ...given.environment, ...settings?.environment };
  return {
    ...given,
    settings,
    api: settings && attempt(() => loadApiConfig(environment)),
    worker: settings && attempt(() => loadWorkerConfig(environment)),
    wrongSettings: [...wrong],
    resolver: new Resolver({ timeout: 2_000, tries: 2 }),
    authorities: undefined,
    now: new Date(),
  };
}
