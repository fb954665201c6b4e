import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { releasesOf, siteFolders } from './open-dirs.js';
import { checkout, type Settings } from './settings.js';
import { readVersion, versionFile } from './version.js';

/*
 * A running stack uses a release: a copy of the build, with a link to each file of the packages. So a `git pull`, an
 * `npm ci` or a build of the next version changes nothing under a running process, nor under one that is started again.
 */
const workspaces = ['contracts', 'server', 'api', 'worker', 'infra/operate'];
const copied = [
  ...workspaces.flatMap((workspace) => [`${workspace}/package.json`, `${workspace}/dist`]),
  'web/dist',
  'web/server/dist',
  'infra/operate/docker',
  'infra/operate/scripts',
  'infra/operate/observe',
  'package.json',
  'nginx.conf',
  'site.config.json',
  'site.config.schema.json',
];

/** A link to the release that starts with the machine. */
const currentOf = (localDir: string) => join(localDir, 'current');

/** Makes a release of what is built in the checkout, and resolves to its folder. One that was interrupted has no name yet. */
export function makeRelease(localDir: string): string {
  const made = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = join(releasesOf(localDir), made);
  const unfinished = `${folder}.part`;
  for (const name of copied) {
    if (existsSync(join(checkout, name)))
      cpSync(join(checkout, name), join(unfinished, name), { recursive: true, preserveTimestamps: true });
  }
  for (const name of listPackages()) linkTree(join(checkout, name), join(unfinished, name));
  writeFileSync(join(unfinished, versionFile), `${readVersion(checkout)}\n`);
  renameSync(unfinished, folder);
  return folder;
}

/** Makes this the release that starts with the machine. The one before stays, older ones go. */
export function keepRelease({ localDir, release }: Settings): void {
  const folder = releasesOf(localDir);
  if (dirname(release) !== folder) return;
  const link = `${currentOf(localDir)}.part`;
  rmSync(link, { force: true });
  symlinkSync(relative(localDir, release), link);
  renameSync(link, currentOf(localDir));
  // Their names are times, and of what failed, or was interrupted, nothing is needed.
  const before = readdirSync(folder).filter((name) => name < basename(release) && !name.endsWith('.part'));
  const kept = [basename(release), before.sort().at(-1)];
  for (const name of readdirSync(folder)) if (!kept.includes(name)) remove(join(folder, name));
  const www = dirname(siteFolders({ localDir, release }).pages);
  for (const name of readdirSync(www))
    if (name.startsWith('pages') && !kept.includes(name.slice('pages-'.length))) remove(join(www, name));
}

const remove = (folder: string) => {
  rmSync(folder, { recursive: true, force: true });
};

/** The folders of the packages that run in production, and the one of the links to the workspaces. */
function listPackages(): string[] {
  // It complains about packages of other systems that aren't there.
  const list = 'npm ls --all --parseable --omit=dev 2>/dev/null || true';
  const paths = execFileSync('sh', ['-c', list], { cwd: checkout, encoding: 'utf8' }).trim().split('\n');
  const names = paths.map((path) => relative(checkout, path)).filter((name) => isPackage.test(name));
  return ['node_modules/@voordeur', ...names];
}

/** Outermost: those within it come with it. */
const isPackage = /^([^/]+\/)?node_modules\/(?!@voordeur\/|.*node_modules\/)/;

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // LOCAL_DIR is on another file system, or on one that has no links.
    if (!['EXDEV', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(source, target);
  }
}
