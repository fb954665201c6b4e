import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, type StatsFs, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskLow } from '@voordeur/server';
import { readLocalDir, root, serverPath } from '../local/settings.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

const clockAdvice = 'switch its synchronization on: sudo timedatectl set-ntp true';

/** The clock: every figure and the 24-hour promise hang on it. */
export function checkClock({ now }: Installation): Finding[] {
  const synchronized = ask('timedatectl show --property=NTPSynchronized --value');
  const committed = ask('git log -1 --format=%cI');
  return [judgeClock(now, synchronized, committed === null ? null : new Date(committed))];
}

/** `synchronized`: what timedatectl says, yes or no; null where it doesn't answer. Offline, that's what can be known. */
export function judgeClock(now: Date, synchronized: string | null, committedAt: Date | null): Finding {
  // A day, for a commit may be from another machine whose clock is ahead.
  if (committedAt && committedAt.getTime() - now.getTime() > 86_400_000) {
    const what = `The clock says ${now.toISOString().slice(0, 10)}, which is before this checkout was written.`;
    return broken(what, clockAdvice);
  }
  if (synchronized === null) return skipped('no systemd here that knows whether the clock is synchronized');
  if (synchronized === 'yes') return ok('synchronized over the network');
  return advice('The clock is not synchronized over the network, so it drifts.', clockAdvice);
}

/** Space and inodes of the disks that data grows on. */
export async function checkDisk({ kind, environment }: Installation): Promise<Finding[]> {
  const localDir = readLocalDir(environment);
  // Docker keeps images and volumes under one folder.
  const docker = kind === 'compose' ? ask("docker info --format '{{.DockerRootDir}}'") : null;
  const parts = ['postgres', 'redis', 'www', 'log'].map((name) => join(localDir, name));
  const folders = [...parts, docker ?? localDir].filter((folder) => existsSync(folder));
  if (folders.length === 0) return [skipped('there is no data yet')];
  const disks = new Map(folders.map((folder) => [statSync(folder).dev, realpathSync(folder)]));
  return Promise.all(Array.from(disks.values(), async (folder) => judgeRoom(folder, await statfs(folder))));
}

type Room = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize' | 'ffree' | 'files'>;

export function judgeRoom(folder: string, { bavail, blocks, bsize, ffree, files }: Room): Finding {
  const room = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  const free = `${(room.freeBytes / 1e9).toFixed(1)} of ${(room.totalBytes / 1e9).toFixed(0)} GB`;
  const next = `see what takes it (du -xh ${folder} | sort -h | tail) and make room: old logs, backups kept elsewhere, docker system prune; or a larger disk.`;
  if (room.freeBytes < Math.min(room.totalBytes / 50, 5e8))
    return broken(`The disk of ${folder} is nearly full: ${free} free. Without room Postgres stops.`, next);
  // A file system without a fixed number of them (btrfs) says 0.
  if (files > 0 && ffree < files / 20)
    return advice(`The disk of ${folder} can take few more files: ${ffree} of ${files}.`, next);
  if (isDiskLow(room)) return advice(`The disk of ${folder} is filling up: ${free} free.`, next);
  return ok(`${free} free for ${folder}`);
}

/** The oldest versions that are tested, and what prints the one that is there. */
const programs = {
  local: [
    ['Postgres', '15', 'postgres --version'],
    ['Redis', '7.0', 'redis-server --version'],
    ['nginx', '1.22', 'nginx -v 2>&1'],
    ['runit', null, 'command -v runsv'],
  ],
  compose: [
    ['Docker', '20.10', "docker version --format '{{.Server.Version}}'"],
    ['Docker Compose', '2.20', 'docker compose version --short'],
  ],
} as const;

/** Node, and the programs that this kind of installation runs. */
export function checkPrograms({ kind }: Installation): Finding[] {
  const found = [
    judgeVersion('Node', '20.19', process.versions.node),
    ...programs[kind].map(([name, least, command]) => judgeVersion(name, least, ask(command))),
  ];
  const wrong = found.filter(({ level }) => level !== 'ok');
  return wrong.length > 0 ? wrong : [ok(found.map(({ what }) => what).join(', '))];
}

/** `answer`: what the program says of itself; null where it isn't there. */
export function judgeVersion(name: string, least: string | null, answer: string | null): Finding {
  if (answer === null)
    return broken(`${name} is not there, or does not answer.`, 'make up installs what is missing.');
  if (least === null) return ok(name);
  const version = /\d+(\.\d+)+/.exec(answer)?.[0] ?? '0';
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return ok(`${name} ${version}`);
  return broken(`${name} ${version} is too old.`, `install ${least} or newer.`);
}

/** A command's output; null where it fails or isn't there. */
function ask(command: string): string | null {
  const env = { ...process.env, PATH: serverPath() };
  const { status, stdout } = spawnSync(command, {
    ...{ shell: true, cwd: root, env },
    ...{ encoding: 'utf8', timeout: 10_000 },
  });
  return (status === 0 && stdout.trim()) || null;
}
