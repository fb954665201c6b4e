import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { printCells } from '../measuring/figures.js';
import { sendDuring } from '../measuring/load.js';
import { accountUnderLoad } from './account.js';
import { editOnce } from './edit-once.js';
import { mixture, ownConnection } from './load.js';
import { openReceiver, settingsFor } from './receiver.js';

/**
 * `make drill NAME=upgrade`: a clone of an earlier version (FROM, else the newest release) is brought up as an operator would,
 * and under load upgraded to versions that are broken on purpose, which must be taken back, and then to this commit.
 * KIND=compose does it with containers. Exit 1 unless each ended as it must, no request failed, and nothing was lost or
 * doubled.
 */
interface Version {
  name: string;
  /** Edits a checkout of this commit into it, so that an upgrade must take it back. */
  breakIn?: (checkout: string) => void;
  /** Requests fail until it is taken back; nothing else could show what is wrong. */
  isNoticed?: boolean;
  /** The first attempt is killed when it prints this. */
  killedAt?: string;
}

/** Puts a statement before or after this text. By the age of the process, so the compiler doesn't find unreachable code. */
const throwing = (age: string, file: string, text: string, at: 'before' | 'after') => (checkout: string) => {
  const statement = `if (process.uptime() ${age}) throw new Error('broken on purpose');`;
  const edited = at === 'before' ? [statement, text] : [text, statement];
  editOnce(join(checkout, file), text, edited.join(' '));
};

function addThrowingMigration(checkout: string): void {
  const folder = join(checkout, 'contracts/src/db/migrations');
  const migration = `export class Break9999999999999 {
  async up(db: { query: (sql: string) => Promise<unknown> }): Promise<void> {
    await db.query('create table half_done ()');
    await db.query('select broken_on_purpose()');
  }
  async down(): Promise<void> {}
}
`;
  writeFileSync(join(folder, '9999999999999-break.ts'), migration);
  appendFileSync(join(folder, 'index.ts'), "export * from './9999999999999-break.js';\n");
}

const health = 'api/src/health/health.controller.ts';
const producer = 'api/src/intake/visits.producer.ts';
const versions: Version[] = [
  { name: 'a migration that throws', breakIn: addThrowingMigration },
  {
    name: 'fails at boot',
    breakIn: throwing('< 600', 'api/src/main.ts', 'const config = loadConfig();', 'before'),
  },
  {
    name: 'ready, and fails visits',
    breakIn: throwing('> 0', producer, 'record(visit: VisitEvent): Promise<void> {', 'after'),
    isNoticed: true,
  },
  {
    name: 'unhealthy after a minute',
    breakIn: throwing('> 60', health, 'await this.readiness.check();', 'before'),
  },
  { name: 'this commit, killed once midway', killedAt: '[8/9]' },
];

/** The oldest commit whose database a newer version takes over (contracts/src/db/migrations). */
const oldest = '53fe24f856f4403e6aa9f6e5e35e86b04d93da8b';
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const tags = git(root, 'tag', '--list', 'v*', '--sort=-version:refname').split('\n');
const from = process.env['FROM'] ?? tags.find((tag) => tag !== '') ?? oldest;
const to = git(root, 'rev-parse', 'HEAD');
const kind = process.env['KIND'] === 'compose' ? 'compose' : 'local';

const requestsPerSecond = Number(process.env['RATE'] ?? 200);
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
const settings: Record<string, string | undefined> = {
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

const target = {
  baseUrl,
  ...(kind === 'local' && { receiver }),
  /** Postgres isn't published by the containers, but the host reaches it. */
  get databaseUrl() {
    if (kind === 'local') return local.databaseUrl;
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    const inspect = ['inspect', '--format', format, `${project}-postgres-1`];
    const address = execFileSync('docker', inspect, { encoding: 'utf8' }).trim();
    return `postgres://voordeur:voordeur@${address}:5432/voordeur`;
  },
};

/** Runs make in the clone, killed with all it started once it prints `killedAt`; resolves to its exit code and output. */
async function make(goal: string, killedAt?: string) {
  const child = spawn('make', [goal], {
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

/** Upgrades to what is checked out while visitors read and post; resolves to whether all is as it must be. */
async function upgrade({ name, breakIn, isNoticed = false, killedAt }: Version): Promise<boolean> {
  const failures: string[] = [];
  const read = async (index: number) => {
    const path = pages[index % pages.length] ?? '/';
    const asked = fetch(`${baseUrl}${path}?${randomUUID()}`, { headers: ownConnection });
    const answered = await asked.then(async (answer) => (await answer.arrayBuffer(), answer.status), String);
    if (answered !== 200) failures.push(`${path} ${answered}`);
  };
  const makeUpgrade = async () => {
    const startMs = performance.now();
    if (killedAt) await make('upgrade', killedAt);
    return { ...(await make('upgrade')), seconds: (performance.now() - startMs) / 1_000 };
  };
  // Goals began after some of the versions that are upgraded from: nothing takes them before the upgrade.
  const kinds = mixture.filter((one) => one !== 'goals');
  const work = () => sendDuring(makeUpgrade, 0.25 * requestsPerSecond, read);
  const found = await accountUnderLoad(target, 0.75 * requestsPerSecond, 60_000, work, { kinds });
  const { code, output, seconds } = found.result;
  const failed = found.refusedAll + failures.length;
  const isGood = (code === 0) === !breakIn && (isNoticed || failed === 0) && found.isRight;
  const cells = [
    ...[breakIn ? 'taken back' : 'upgraded', found.accepted, failed, found.lost, found.doubled],
    ...[found.differing, found.undelivered, found.deliveredTwice, `${seconds.toFixed(0)} s`],
  ];
  printCells([name, ...cells.map(String)], isGood ? '' : '  <- wrong');
  if (!isGood)
    process.stdout.write(`${output}\n${JSON.stringify(found.refused)} ${failures.slice(0, 20).join(', ')}\n`);
  return isGood;
}

function checkOut(commit: string, { name, breakIn }: Version): void {
  git(clone, 'checkout', '-q', '--force', commit);
  if (!breakIn) return;
  breakIn(clone);
  git(clone, 'add', '--all');
  git(clone, '-c', 'user.name=drill', '-c', 'user.email=drill@example.org', 'commit', '-qm', name);
}

try {
  git(scratch, 'clone', '-q', '--no-checkout', root, clone);
  checkOut(from, { name: 'the earlier version' });
  const ofTheMachine = ['PATH', 'HOME', 'LANG', 'LOCAL_DIR'];
  const lines = Object.entries(settings).filter(([name]) => !ofTheMachine.includes(name));
  writeFileSync(join(clone, '.env'), lines.map(([name, value]) => `${name}=${value}`).join('\n'));
  process.stdout.write(`from ${from} to ${to}\n`);
  const up = await make(`up-${kind}`);
  if (up.code !== 0) throw new Error(up.output);
  printCells(
    'upgrade to,must be,accepted,failed,lost,doubled,differing,undelivered,delivered twice,took'.split(','),
  );
  let allGood = true;
  for (const version of versions) {
    checkOut(to, version);
    allGood = (await upgrade(version)) && allGood;
  }
  process.stdout.write(allGood ? 'No failed requests, nothing lost.\n' : 'Something failed.\n');
  process.exitCode = allGood ? 0 : 1;
} catch (error) {
  console.error('The drill could not run.', error);
  process.exitCode = 2;
} finally {
  await make(kind === 'local' ? 'down' : 'clean');
  await receiver.shut();
  rmSync(scratch, { recursive: true, force: true });
}
