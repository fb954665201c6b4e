import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDiskLow } from '@voordeur/server';
import { askPostgres, type RunningStack } from '../local/running-stack.js';
import { readLocalDir, root, serverPath } from '../local/settings.js';
import { diskUse } from './disk-use.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

const clockAdvice = 'switch its synchronization on: sudo timedatectl set-ntp true';

/** The clock: every figure and the 24-hour promise hang on it. */
export function checkClock({ now }: Installation): Finding[] {
  const synchronized = ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']);
  const committed = ask('git', ['log', '-1', '--format=%cI']);
  return judgeClock(now, synchronized, committed === null ? null : new Date(committed));
}

/** `synchronized`: what timedatectl says, yes or no; null where it doesn't answer. Offline, that's what can be known. */
export function judgeClock(now: Date, synchronized: string | null, committedAt: Date | null): Finding[] {
  // A day, for a commit may be from another machine whose clock is ahead.
  if (committedAt && committedAt.getTime() - now.getTime() > 86_400_000) {
    const what = `The clock says ${now.toISOString().slice(0, 10)}, which is before this checkout was written.`;
    return [broken(what, clockAdvice)];
  }
  if (synchronized === null) return [skipped('no systemd here that knows whether the clock is synchronized')];
  if (synchronized === 'yes') return [ok('synchronized over the network')];
  return [advice('The clock is not synchronized over the network, so it drifts.', clockAdvice)];
}

interface Room {
  freeBytes: number;
  totalBytes: number;
  freeInodes: number;
  totalInodes: number;
}

/** Space and inodes of the disks that data grows on, and what takes room there. */
export async function checkDisk(installation: Installation): Promise<Finding[]> {
  const { kind, environment } = installation;
  const localDir = readLocalDir(environment);
  const disks = new Map<number, string>();
  for (const folder of foldersOf(kind, localDir)) {
    const { dev } = statSync(folder);
    if (!disks.has(dev)) disks.set(dev, folder);
  }
  const found: Finding[] = [];
  for (const folder of disks.values()) {
    const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
    found.push(
      judgeRoom(folder, {
        freeBytes: bavail * bsize,
        totalBytes: blocks * bsize,
        freeInodes: ffree,
        totalInodes: files,
      }),
    );
  }
  return found.length > 0 ? [...found, listUses(installation, localDir)] : [skipped('there is no data yet')];
}

/** Disk use of each part; for containers only what can be seen from outside. */
function listUses({ kind, running, environment }: Installation, localDir: string): Finding {
  const folder = (name: string) => diskUse(join(localDir, name));
  const uses = {
    ...(kind === 'local' && {
      database: folder('postgres'),
      Redis: folder('redis'),
      logs: folder('log'),
      pages: folder('www'),
    }),
    ...(running?.kind === 'compose' && { database: databaseSize(running) }),
    backups: diskUse(resolve(root, environment['BACKUP_FOLDER'] ?? join(localDir, 'backup'))),
  };
  const each = Object.entries(uses).map(([what, megabytes]) => `${what} ${megabytes.toFixed(1)} MB`);
  return ok(each.join(', '));
}

function databaseSize(running: RunningStack): number {
  const query = 'select pg_database_size(current_database())::float8 / 1e6 as megabytes';
  const [row] = askPostgres(running, query) as { megabytes: number }[];
  return row?.megabytes ?? 0;
}

export function judgeRoom(folder: string, room: Room): Finding {
  const { freeBytes, totalBytes, freeInodes, totalInodes } = room;
  const free = `${(freeBytes / 1e9).toFixed(1)} of ${(totalBytes / 1e9).toFixed(0)} GB`;
  const next = 'make room: old logs, backups kept elsewhere, docker system prune; or a larger disk.';
  if (freeBytes < Math.min(totalBytes / 50, 5e8))
    return broken(`The disk of ${folder} is nearly full: ${free} free. Without room Postgres stops.`, next);
  // A file system without a fixed number of them (btrfs) says 0.
  if (totalInodes > 0 && freeInodes < totalInodes / 20)
    return advice(`The disk of ${folder} can take few more files: ${freeInodes} of ${totalInodes}.`, next);
  if (isDiskLow(room)) return advice(`The disk of ${folder} is filling up: ${free} free.`, next);
  return ok(`${free} free for ${folder}`);
}

function foldersOf(kind: Installation['kind'], localDir: string): string[] {
  // Docker keeps images and volumes under one folder.
  const docker = kind === 'compose' ? ask('docker', ['info', '--format', '{{.DockerRootDir}}']) : null;
  return [docker ?? localDir, ...['postgres', 'redis', 'www', 'log'].map((name) => join(localDir, name))]
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder));
}

/** The oldest versions that are tested, and how to find out which is there. */
const programs = [
  { name: 'Postgres', least: '15', kind: 'local', command: ['postgres', '--version'] },
  { name: 'Redis', least: '7.0', kind: 'local', command: ['redis-server', '--version'] },
  // It writes to standard error.
  { name: 'nginx', least: '1.22', kind: 'local', command: ['sh', '-c', 'nginx -v 2>&1'] },
  { name: 'runit', kind: 'local', command: ['sh', '-c', 'command -v runsv'] },
  {
    name: 'Docker',
    least: '20.10',
    kind: 'compose',
    command: ['docker', 'version', '--format', '{{.Server.Version}}'],
  },
  {
    name: 'Docker Compose',
    least: '2.20',
    kind: 'compose',
    command: ['docker', 'compose', 'version', '--short'],
  },
];

/** Node, and the programs that this kind of installation runs. */
export function checkPrograms({ kind }: Installation): Finding[] {
  const ours = programs.filter((program) => program.kind === kind);
  const found = [
    judgeVersion('Node', '20.19', process.versions.node),
    ...ours.map(({ name, least, command: [program = '', ...args] }) =>
      judgeVersion(name, least, ask(program, args)),
    ),
  ];
  const wrong = found.filter(({ level }) => level !== 'ok');
  return wrong.length > 0 ? wrong : [ok(found.map(({ what }) => what).join(', '))];
}

/** `answer`: what the program says of itself; null where it isn't there. */
export function judgeVersion(name: string, least: string | undefined, answer: string | null): Finding {
  if (answer === null)
    return broken(`${name} is not there, or does not answer.`, 'make up installs what is missing.');
  if (least === undefined) return ok(name);
  const version = /\d+(\.\d+)+/.exec(answer)?.[0] ?? '0';
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return ok(`${name} ${version}`);
  return broken(`${name} ${version} is too old.`, `install ${least} or newer.`);
}

/** A program's output; null where it fails or isn't there. */
function ask(program: string, args: string[]): string | null {
  const env = { ...process.env, PATH: serverPath() };
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env, timeout: 10_000 });
  const text = status === 0 ? stdout.trim() : '';
  return text === '' ? null : text;
}
