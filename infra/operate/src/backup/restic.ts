import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from '../local/advice.js';
import { serverPath } from '../local/settings.js';
import type { BackupSettings } from './backup-settings.js';
import { ProgramFailure, runProgram } from './run-program.js';

/** Every snapshot of the product has these, whichever machine or container made it. */
const marks = ['--host', 'voordeur', '--tag', 'voordeur'];

/** restic itself would keep trying for a quarter of an hour. */
const answersWithinMs = 60_000;

/** A reader must not be held up by the lock of a killed one; a restore compares what it has read. */
const noLock = ['--no-lock'];

interface ResticSnapshot {
  id: string;
  short_id: string;
  time: string;
}

/** Its short id, and when it was made in the site's zone. */
export function describeSnapshot(
  { short_id: id, time }: ResticSnapshot,
  { timeZone }: BackupSettings,
): string {
  return `${id}  ${new Date(time).toLocaleString('sv', { timeZone })}`;
}

/** Runs restic on the repository; resolves to what it printed. Throws `Advice` for what the operator can put right. */
async function restic(
  settings: BackupSettings,
  args: string[],
  options: { cwd?: string; timeout?: number } = {},
): Promise<string> {
  const { localDir, repository, password, environment } = settings;
  if (!password) {
    throw new Advice(
      'BACKUP_PASSWORD is missing; backups are encrypted with it.',
      'make up writes one to .env; or put in the one that your backups were made with.',
    );
  }
  const cache = join(localDir, 'restic-cache');
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const aws = Object.entries(environment).filter(([name]) => name.startsWith('AWS_'));
  try {
    return await runProgram('restic', args, {
      ...options,
      env: {
        // Proxies and certificates of the machine.
        ...process.env,
        PATH: serverPath(),
        RESTIC_REPOSITORY: repository,
        RESTIC_PASSWORD: password,
        RESTIC_CACHE_DIR: cache,
        // Half the memory for a little more of the processor: the product needs both meanwhile.
        GOGC: '25',
        ...Object.fromEntries(aws),
      },
    });
  } catch (error) {
    throw error instanceof ProgramFailure ? adviceFor(error, repository) : error;
  }
}

class NoRepository extends Advice {}

/** restic before 0.17 has no exit codes for these. */
function adviceFor({ output }: ProgramFailure, repository: string): Advice {
  if (output.includes('wrong password or no key found'))
    return new Advice(
      `BACKUP_PASSWORD does not open ${repository}.`,
      'put the password into .env that these backups were made with; without it nobody can read them.',
    );
  if (/Is there a repository at the following location|no such bucket/i.test(output))
    return new NoRepository(
      `There is no backup in ${repository}.`,
      'check BACKUP_FOLDER or BACKUP_REPOSITORY in .env; make backup makes the first one.',
    );
  if (output.includes('already locked'))
    return new Advice(
      `Another restic is at work on ${repository}.`,
      'wait for it. The lock of one that was killed elsewhere is ignored after 30 minutes.',
    );
  return new Advice(
    `restic could not use ${repository}:\n${output}`,
    'check the network, the AWS_… settings and the disk, then run this again.',
  );
}

/** Throws `Advice` when there isn't one, or it doesn't open. */
export async function openRepository(settings: BackupSettings): Promise<void> {
  await restic(settings, [...noLock, 'cat', 'config'], { timeout: answersWithinMs });
}

/** To write into; makes the repository if it is missing. */
export async function openOrMakeRepository(settings: BackupSettings): Promise<void> {
  try {
    await openRepository(settings);
    // Removes the locks of processes that are gone.
    await restic(settings, ['unlock']);
  } catch (error) {
    if (!(error instanceof NoRepository)) throw error;
    if (settings.repositoryFolder) mkdirSync(settings.repositoryFolder, { recursive: true, mode: 0o700 });
    await restic(settings, ['init']);
  }
}

export interface SavedSnapshot {
  snapshot_id: string;
  /** Before compression. */
  total_bytes_processed: number;
  /** Growth of the repository before compression. */
  data_added: number;
}

/** Saves what is in the folder. */
export async function saveSnapshot(settings: BackupSettings, folder: string): Promise<SavedSnapshot> {
  const printed = await restic(settings, ['backup', '--json', ...marks, '.'], { cwd: folder });
  const last = printed.trim().split('\n').at(-1) ?? '';
  return JSON.parse(last) as SavedSnapshot;
}

/** Oldest first. */
export async function listSnapshots(settings: BackupSettings): Promise<ResticSnapshot[]> {
  const printed = await restic(settings, [...noLock, 'snapshots', '--json', '--tag', 'voordeur']);
  return JSON.parse(printed) as ResticSnapshot[];
}

/** The snapshot of this id, or the newest for `latest`. Throws `Advice` when there isn't one. */
export async function findSnapshot(settings: BackupSettings, wanted: string): Promise<ResticSnapshot> {
  const all = await listSnapshots(settings);
  const found = wanted === 'latest' ? all.at(-1) : all.find(({ id }) => id.startsWith(wanted));
  if (found) return found;
  throw new Advice(
    `There is no snapshot ${wanted} in ${settings.repository}.`,
    'make backup LIST=1 lists those that there are.',
  );
}

/** Puts what is in the snapshot into the folder. */
export const fetchSnapshot = (settings: BackupSettings, id: string, folder: string) =>
  restic(settings, [...noLock, 'restore', id, '--target', folder]);

/** Removes snapshots that are older than what is to be kept, and the data that only they had. */
export async function forgetOld(settings: BackupSettings): Promise<void> {
  const { daily, weekly, monthly } = settings.keep;
  const kept = Object.entries({ daily, weekly, monthly }).map(([of, count]) => `--keep-${of}=${count}`);
  // Within a day all: one that was made before an update is not replaced by that of the night.
  const ours = ['--tag', 'voordeur', '--group-by', 'tags'];
  await restic(settings, ['forget', ...ours, '--keep-within', '1d', ...kept, '--prune']);
}

/** Throws `Advice` when the repository is damaged. Reads a tenth of the data, another one each time. */
export const checkRepository = (settings: BackupSettings) =>
  restic(settings, ['check', '--read-data-subset', '10%']);
