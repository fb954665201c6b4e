import { laterMigrations, migrationNames } from '@voordeur/contracts/db';
import { healthLimits } from '@voordeur/server';
import { readBackupStatus } from '../backup/backup-status.js';
import { isPortReady, listAppPorts } from '../local/ports.js';
import { askPostgres } from '../local/running-stack.js';
import { readLocalDir, readSettings } from '../local/settings.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

/** Whether each local process answers, or the containers through nginx. */
export async function checkPorts({ running, settings }: Installation): Promise<Finding[]> {
  if (!running) return [broken('The product is down.', 'make up')];
  if (!settings) return [skipped('its settings are not valid yet')];
  const isLocal = running.kind === 'local';
  const parts = listAppPorts(isLocal ? readSettings(running.environment) : settings);
  const ports = parts.filter(({ part, ready }) => ready && (isLocal || part === 'nginx'));
  const next = 'make status, then make logs: its log says why.';
  return Promise.all(
    ports.map(async (port) => {
      if (await isPortReady(port)) return ok(`${port.part} answers on port ${port.number}`);
      return broken(`${port.part} is not ready on port ${port.number}.`, next);
    }),
  );
}

/** Whether the database has the tables that this code expects. */
export function checkMigrations({ running }: Installation): Finding[] {
  if (!running) return [skipped('the product is down')];
  const rows = askPostgres(running, 'select name from migrations order by id') as { name: string }[];
  const done = rows.map(({ name }) => name);
  return [judgeMigrations(migrationNames(), done)];
}

export function judgeMigrations(known: string[], done: string[]): Finding {
  const pending = known.filter((name) => !done.includes(name));
  if (pending.length > 0)
    return advice(`The database lacks ${pending.join(', ')}.`, 'make upgrade, which migrates it.');
  const newer = laterMigrations(done, known);
  if (newer.length > 0) {
    const what = `The database is newer than this checkout, which goes on with it: it has ${newer.join(', ')}.`;
    return advice(what, 'check out the version that made it, then make upgrade.');
  }
  return ok(`all ${known.length} are done, the newest is ${known.at(-1)}`);
}

/** When the last backup succeeded. */
export function checkBackup({ environment, now }: Installation): Finding[] {
  const { succeededAt } = readBackupStatus(readLocalDir(environment));
  if (succeededAt === undefined)
    return [advice('There is no backup yet.', 'make backup; make up starts the nightly ones.')];
  const at = new Date(succeededAt);
  const hours = Math.floor((now.getTime() - at.getTime()) / 3_600_000);
  const what = `the last one succeeded at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (hours < healthLimits.backupHours) return [ok(what)];
  const next = 'make backup, and see why the daily one failed.';
  return [advice(`The last backup is ${hours} hours old: ${what}.`, next)];
}
