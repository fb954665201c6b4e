import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOpenSteps, loadSite, readTemplates } from '@voordeur/api';
import { laterMigrations, migrationNames } from '@voordeur/contracts/db';
import type { LaunchStep } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { healthLimits, isNewer, readNewestVersion } from '@voordeur/server';
import { Advice } from '../local/advice.js';
import { checkFree, isPortReady, listAppPorts, listServicePorts, type Port } from '../local/ports.js';
import { askPostgres, type Container, listContainers, siteOf, versionOf } from '../local/running-stack.js';
import { readLocalDir, readSettings } from '../local/settings.js';
import { readVersion } from '../local/version.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

const untilUp = skipped('the product is down');
const untilValid = skipped('its settings are not valid yet');

/** Whether the product answers; while it's down, whether it could: every port must be free. */
export async function checkPorts({ kind, running, settings }: Installation): Promise<Finding[]> {
  if (!settings) return [untilValid];
  if (running?.kind === 'local')
    return (await Promise.all(listAppPorts(readSettings(running.environment)).map(judgeRunning))).flat();
  if (running)
    return [...judgeContainers(listContainers()), ...(await judgeRunning(doorOf(siteOf(running))))];
  const ports = kind === 'local' ? [...listServicePorts(settings), ...listAppPorts(settings)] : [];
  const taken = (await Promise.all(ports.map(judgeFree))).flat();
  return [broken('The product is down.', 'make up'), ...taken];
}

function doorOf(site: string): Port {
  const { hostname, port } = new URL(site);
  return {
    part: 'nginx',
    host: hostname,
    number: Number(port),
    setting: 'WEB_PORT',
    ready: '/api/health/ready',
  };
}

async function judgeRunning(port: Port): Promise<Finding[]> {
  if (!port.ready) return [];
  if (await isPortReady(port)) return [ok(`${port.part} answers on port ${port.number}`)];
  return [
    broken(
      `${port.part} is not ready on port ${port.number}.`,
      `make status, then make logs: its log says why.`,
    ),
  ];
}

const endWhenDone = new Set(['migrate', 'secrets']);

/** Containers that have to run and don't, or aren't well. */
export function judgeContainers(containers: Container[]): Finding[] {
  const wrong = containers.filter(
    ({ service, state, health }) =>
      !endWhenDone.has(service) && (state !== 'running' || health === 'unhealthy'),
  );
  return wrong.map(({ service, state, health }) =>
    broken(
      `A container of ${service} is ${state === 'running' ? health : state}.`,
      `docker compose logs ${service}`,
    ),
  );
}

async function judgeFree(port: Port): Promise<Finding[]> {
  try {
    await checkFree([port]);
    return [];
  } catch (error) {
    if (error instanceof Advice) return [broken(error.message, error.next)];
    throw error;
  }
}

/** Whether the database has the tables that this code expects. */
export function checkMigrations({ running }: Installation): Finding[] {
  if (!running) return [untilUp];
  const rows = askPostgres(running, 'select name from migrations order by id') as { name: string }[];
  return judgeMigrations(
    migrationNames(),
    rows.map(({ name }) => name),
  );
}

export function judgeMigrations(known: string[], done: string[]): Finding[] {
  const pending = known.filter((name) => !done.includes(name));
  if (pending.length > 0)
    return [advice(`The database lacks ${pending.join(', ')}.`, 'make upgrade, which migrates it.')];
  const newer = laterMigrations(done, known);
  if (newer.length > 0) {
    const what = `The database is newer than this checkout, which goes on with it: it has ${newer.join(', ')}.`;
    return [advice(what, 'check out the version that made it, then make upgrade.')];
  }
  return [ok(`all ${known.length} are done, the newest is ${known.at(-1)}`)];
}

/** Whether what runs is this checkout. */
export async function checkBuild({ running, environment }: Installation): Promise<Finding[]> {
  const here = readVersion();
  return [
    ...(running ? judgeBuild(here, versionOf(running)) : [untilUp]),
    ...(await judgeReleases(here, environment['RELEASES_URL'])),
  ];
}

async function judgeReleases(here: string, url: string | undefined): Promise<Finding[]> {
  if (!url) return [];
  try {
    const newest = await readNewestVersion(url);
    if (!isNewer(newest, here)) return [ok(`${newest} is the newest release`)];
    return [
      advice(
        `Version ${newest} is out.`,
        // A checkout of it would leave the owner's own brand and texts behind.
        `git fetch --tags && git merge --no-edit -X ours v${newest}, then make upgrade.`,
      ),
    ];
  } catch {
    return [
      advice(
        'RELEASES_URL names no release.',
        'open it in a browser: it must answer with JSON that has a tag_name.',
      ),
    ];
  }
}

export function judgeBuild(here: string, runs: string | null): Finding[] {
  if (runs === here) return [ok(`${runs} runs, as checked out`)];
  if (runs === null) return [skipped('what runs was not started by make up, so nobody knows its version')];
  return [
    advice(
      `${runs} runs, and ${here} is checked out.`,
      'make upgrade, which builds what is checked out and puts it in place.',
    ),
  ];
}

/** When the last backup succeeded, by the file that make backup leaves for Prometheus. */
export function checkBackup({ environment, now }: Installation): Finding[] {
  const file = join(readLocalDir(environment), 'metrics/voordeur_backup.prom');
  const metric = /^voordeur_backup_last_success_timestamp_seconds(?:\{[^}]*\})? (\S+)/m;
  const seconds = Number(metric.exec(readIfThere(file))?.[1] ?? 0);
  if (!(seconds > 0))
    return [advice('There is no backup yet.', 'make backup; make up starts the nightly ones.')];
  const at = new Date(seconds * 1_000);
  const hours = Math.floor((now.getTime() - at.getTime()) / 3_600_000);
  const what = `the last one succeeded at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (hours < healthLimits.backupHours) return [ok(what)];
  return [
    advice(
      `The last backup is ${hours} hours old: ${what}.`,
      'make backup, and see why the daily one failed.',
    ),
  ];
}

/** Message key for each launch step. */
const launchTexts = {
  'admin-key': 'key',
  'legal-texts': 'legal',
  'lead-delivery': 'delivery',
  sender: 'sender',
  'owner-address': 'owner',
  'example-content': 'example',
  calendar: 'calendar',
  'public-address': 'public',
} as const satisfies Record<LaunchStep, string>;

/** The open steps of the admin's launch checklist. */
export async function checkLaunch({ api, worker }: Installation): Promise<Finding[]> {
  if (!api || !worker) return [untilValid];
  const open = await findLaunchSteps(api, worker, loadSite(api.siteConfigFile).config);
  if (open.length === 0) return [ok('nothing of the example is left')];
  const names = open.map((step) => messages.en.admin.launch[launchTexts[step]]);
  const what = `Left before the site goes live: ${names.join(', ')}.`;
  return [advice(what, `open ${api.publicUrl}/admin: its home page says what each one needs.`)];
}

/** The steps of the admin's launch checklist that are left, by these settings and the last build of the site. */
async function findLaunchSteps(
  api: NonNullable<Installation['api']>,
  worker: NonNullable<Installation['worker']>,
  site: Parameters<typeof findOpenSteps>[1],
): Promise<LaunchStep[]> {
  const webhooks = [...worker.webhooks.urls.keys()];
  const templates = await readTemplates(api.siteBuild);
  // A key that can be guessed is named among the settings.
  return findOpenSteps(api, site, { webhooks, templates, isKeyGuessable: false });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
