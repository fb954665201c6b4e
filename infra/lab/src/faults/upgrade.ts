import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { printCells } from '../measuring/figures.js';
import { sendDuring } from '../measuring/load.js';
import { account } from './account.js';
import { type BrokenVersion, brokenVersions } from './broken-versions.js';
import { mixture, ownConnection, underLoad } from './load.js';
import { openReceiver, settingsFor } from './receiver.js';

/**
 * `make drill NAME=upgrade`: a clone of an earlier version (FROM, else the newest release) is brought up as an operator would,
 * and under load upgraded to versions that are broken on purpose, which must be taken back, and then to this commit.
 * KIND=compose does it with containers. Exit 1 unless each ended as it must, no request failed, and nothing was lost or
 * doubled.
 */
/** The oldest commit whose database a newer version takes over (contracts/src/db/migrations). */
const oldest = '53fe24f856f4403e6aa9f6e5e35e86b04d93da8b';
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const tags = git(root, 'tag', '--list', 'v*', '--sort=-version:refname').split('\n');
const from = process.env['FROM'] ?? tags.find((tag) => tag !== '') ?? oldest;
const to = git(root, 'rev-parse', 'HEAD');
const kind = process.env['KIND'] === 'compose' ? 'compose' : 'local';

const requestsPerSecond = Number(process.env['RATE'] ?? 200);
const postsPerSecond = 0.75 * requestsPerSecond;
const pagesPerSecond = requestsPerSecond - postsPerSecond;
const pages = ['/', '/nl', '/booking', '/nl/learn', '/favicon.svg', '/api/health/live'];

const scratch = mkdtempSync(join(tmpdir(), 'voordeur-upgrade-'));
const clone = join(scratch, 'voordeur');
const receiver = await openReceiver();
const project = 'voordeur-upgrade';
const local = ownSettings('upgrade', 5, {
  LOCAL_DIR: '',
  // The containers can't reach it.
  ...settingsFor(receiver.port),
});
const baseUrl = `http://127.0.0.1:${local.webPort}`;
const written = {
  RATE_LIMIT: 'off',
  BACKUP_AT: 'off',
  ...(kind === 'local'
    ? local.environment
    : {
        COMPOSE_PROJECT_NAME: project,
        WEB_PORT: String(local.webPort),
        POSTGRES_PASSWORD: 'voordeur',
        ADMIN_SECRET_KEY: 'the key of the drill',
        JWT_SECRET: 'the secret of the drill',
      }),
};

/** Postgres isn't published by the containers, but the host reaches it. */
function findDatabase(): string {
  if (kind === 'local') return local.databaseUrl;
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  const inspect = ['inspect', '--format', format, `${project}-postgres-1`];
  const address = execFileSync('docker', inspect, { encoding: 'utf8' }).trim();
  return `postgres://voordeur:voordeur@${address}:5432/voordeur`;
}

/** Runs make in the clone, killed with all it started once it prints `killedAt`; resolves to its exit code and output. */
async function make(target: string, killedAt?: string) {
  const child = spawn('make', [target], {
    cwd: clone,
    env: { ...process.env, YES: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (killedAt && output.includes(killedAt)) process.kill(-(child.pid ?? 0), 'SIGKILL');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** GETs pages and files for as long as `work` takes; resolves to how many, what failed, and what `work` resolves to. */
async function whileReading<Result>(work: () => Promise<Result>) {
  const failures: string[] = [];
  let read = 0;
  const result = await sendDuring(work, pagesPerSecond, async (index) => {
    read += 1;
    const path = pages[index % pages.length] ?? '/';
    try {
      const answer = await fetch(`${baseUrl}${path}?${randomUUID()}`, { headers: ownConnection });
      await answer.arrayBuffer();
      if (answer.status !== 200) failures.push(`${path} ${answer.status}`);
    } catch (error) {
      failures.push(`${path} ${String((error as Error).cause ?? error)}`);
    }
  });
  return { read, failures, result };
}

interface Goal extends Pick<BrokenVersion, 'name' | 'isNoticed'> {
  isToSucceed?: boolean;
  /** The first attempt is killed when it prints this. */
  killedAt?: string;
}

/** Upgrades to what is checked out while visitors come; resolves to whether all is as it must be. */
async function upgrade({ name, isNoticed = false, isToSucceed = false, killedAt }: Goal): Promise<boolean> {
  const makeUpgrade = async () => {
    const startedAt = performance.now();
    if (killedAt) await make('upgrade', killedAt);
    const ended = await make('upgrade');
    return { ...ended, seconds: (performance.now() - startedAt) / 1_000 };
  };
  // Goals began after some of the versions that are upgraded from: nothing takes them before the upgrade.
  const kinds = mixture.filter((kind) => kind !== 'goals');
  const load = await underLoad(baseUrl, postsPerSecond, () => whileReading(makeUpgrade), { kinds });
  const { accepted, refused, result: reading } = load;
  const { read, failures, result: made } = reading;
  const { code, output, seconds } = made;
  const found = await account(findDatabase(), accepted, receiver, 60_000);
  const faults = {
    lost: found.lost,
    doubled: found.doubled,
    differing: Number(found.differing),
    undelivered: kind === 'local' ? found.undelivered : 0,
    'delivered twice': found.deliveredTwice,
  };
  const failed = Object.values(refused).reduce((sum, count) => sum + count, 0) + failures.length;
  const isGood =
    (code === 0) === isToSucceed &&
    (isNoticed || failed === 0) &&
    Object.values(faults).every((count) => count === 0);
  const cells = [
    ...[isToSucceed ? 'upgraded' : 'taken back', Object.values(accepted).flat().length + read, failed],
    ...[...Object.values(faults), `${seconds.toFixed(0)} s`],
  ];
  printCells([name, ...cells.map(String)], isGood ? '' : '  <- wrong');
  if (!isGood)
    process.stdout.write(`${output}\n${JSON.stringify(refused)} ${failures.slice(0, 20).join(', ')}\n`);
  return isGood;
}

function checkOut(commit: string, broken?: BrokenVersion): void {
  git(clone, 'checkout', '-q', '--force', commit);
  if (!broken) return;
  broken.apply(clone);
  git(clone, 'add', '--all');
  git(clone, '-c', 'user.name=drill', '-c', 'user.email=drill@example.org', 'commit', '-qm', broken.name);
}

try {
  git(scratch, 'clone', '-q', '--no-checkout', root, clone);
  checkOut(from);
  const ofTheMachine = ['PATH', 'HOME', 'LANG', 'LOCAL_DIR'];
  const lines = Object.entries(written).filter(([name]) => !ofTheMachine.includes(name));
  writeFileSync(join(clone, '.env'), lines.map(([name, value]) => `${name}=${value}`).join('\n'));
  process.stdout.write(`from ${from} to ${to}\n`);
  const up = await make(`up-${kind}`);
  if (up.code !== 0) throw new Error(up.output);
  printCells(
    'upgrade to,must be,requests,failed,lost,doubled,differing,undelivered,delivered twice,took'.split(','),
  );
  let allGood = true;
  for (const broken of brokenVersions) {
    checkOut(to, broken);
    allGood = (await upgrade(broken)) && allGood;
  }
  checkOut(to);
  allGood =
    (await upgrade({ name: 'this commit, killed once midway', isToSucceed: true, killedAt: '[8/9]' })) &&
    allGood;
  process.stdout.write(allGood ? 'Nobody noticed.\n' : 'Something failed.\n');
  process.exitCode = allGood ? 0 : 1;
} catch (error) {
  console.error('The drill could not run.', error);
  process.exitCode = 2;
} finally {
  await make(kind === 'local' ? 'down' : 'clean');
  await receiver.shut();
  rmSync(scratch, { recursive: true, force: true });
}
