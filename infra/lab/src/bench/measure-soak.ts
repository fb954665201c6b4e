import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { account } from '../faults/account.js';
import { nothingAccepted } from '../faults/load.js';
import { openReceiver, settingsFor } from '../faults/receiver.js';
import { root } from '@voordeur/operate/local/settings.js';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { atLeast, atMost, median, percentile, type Row } from '../measuring/figures.js';
import { post } from '@voordeur/e2e/helpers/post.js';
import { forSeconds, lookWhile, sendSteadily } from '../measuring/load.js';
import { memoryOf, pidOfPart, withChildren } from '../measuring/process.js';
import { personOf } from './bench-stack.js';

/** A copy of Node, so that the memory of its code is shared with no other program of this machine. */
const node = join(root, '.local/soak-node');

/** An installation with its nightly backup waiting, but for the load's addresses and one webhook. */
export function soakSettings(receiverPort: number | string) {
  return ownSettings('soak', 8, {
    RATE_LIMIT: 'off',
    // The load names its visitors in X-Forwarded-For.
    TRUSTED_PROXIES: '127.0.0.1',
    // Where nothing can be limited, each part still gets its share of 1 GB.
    MEMORY_MB: '1024',
    BACKUP_AT: '01:15',
    BACKUP_PASSWORD: 'the password of the soak',
    ...settingsFor(receiverPort),
  });
}

/**
 * The whole product on 1 GB and one core, under 300 visits and 5 leads a second that come from outside of it: the memory of all
 * parts, open files and response times stay level, and each 202 is accounted for once. Where this user may not limit memory and
 * cores, it says so and measures on the whole machine.
 */
export async function measureSoak(minutes: number): Promise<Row[]> {
  const receiver = await openReceiver();
  const settings = soakSettings(receiver.port);
  try {
    return await withStack(
      settings,
      async (baseUrl) => {
        const restSeconds = Math.min(60, minutes * 60);
        await wait(restSeconds * 1_000);
        const rest = readStackUse(settings.localDir);
        const { accepted, refused, samples } = await loadAndLook(settings.localDir, baseUrl, minutes);
        const found = await account({ databaseUrl: settings.databaseUrl, receiver }, accepted, 120_000);
        const { stored } = await readRow<{ stored: number }>(
          settings.databaseUrl,
          `select count(*)::int as stored from visits where page like '/soak/%'`,
        );
        // A request that was broken off may have been stored.
        const moreThanSent = Math.max(0, stored - accepted.visits.length - refused);
        const answered = accepted.visits.length + accepted.leads.length;
        const most = (of: keyof Sample) => Math.max(...samples.map((sample) => sample[of]));
        const level = (what: string, of: keyof Sample, limit: number) => {
          const values = samples.map((sample) => sample[of]);
          return compareQuarters(what, values, limit);
        };
        return [
          atMost(`memory at rest, ${restSeconds} s after the start`, rest.pssMb, 280, 'MB'),
          atMost('memory under load, the most', most('pssMb'), 450, 'MB'),
          atMost('swapped out, the most', most('swapMb'), 0, 'MB'),
          level('memory', 'pssMb', 1.05),
          // Pools follow the load; a leak of a handle a second doubles them.
          level('open files and connections', 'handles', 1.25),
          level('p99 of the 202', 'p99Ms', 1.5),
          atMost('processes killed by the OOM killer', readOomKills(settings.localDir), 0),
          atLeast('accepted of all requests', answered / (answered + refused), 0.999),
          atMost('accepted and lost', found.lost + found.undelivered, 0),
          atMost(
            'stored or delivered more than once',
            moreThanSent + found.doubled + found.deliveredTwice,
            0,
          ),
          atMost('figures that differ from their rows', found.differing, 0),
        ];
      },
      () => startWithinLimits(receiver.port),
    );
  } finally {
    await receiver.shut();
    rmSync(node, { force: true });
  }
}

async function loadAndLook(localDir: string, baseUrl: string, minutes: number) {
  const accepted = nothingAccepted();
  const samples: Sample[] = [];
  let refused = 0;
  let latenciesMs: number[] = [];
  const sendAs = async (kind: 'visits' | 'leads', index: number, path: string, body: object) => {
    const { address, userAgent } = personOf((index * 7_919) % 20_000);
    const id = await post(baseUrl + path, body, { 'user-agent': userAgent, 'x-forwarded-for': address });
    if (id === null) refused += 1;
    else accepted[kind].push(id);
  };
  const sendVisit = async (index: number, dueMs: number) => {
    await sendAs('visits', index, '/api/visit', { page: `/soak/${index % 500}` });
    latenciesMs.push(performance.now() - dueMs);
  };
  const sendLead = (index: number) => {
    const idea = randomUUID();
    const lead = { email: `drill-${idea}@example.org`, idea, language: 'NL', kind: 'question' };
    return sendAs('leads', index, '/api/setups-inquiry', { ...lead, timestamp: new Date().toISOString() });
  };
  const isWanted = forSeconds(minutes * 60);
  const load = Promise.all([sendSteadily(300, isWanted, sendVisit), sendSteadily(5, isWanted, sendLead)]);
  const look = () => {
    samples.push({ ...readStackUse(localDir), p99Ms: percentile([...latenciesMs, 0], 99) });
    latenciesMs = [];
  };
  await lookWhile(load, look, 5_000);
  return { accepted, refused, samples };
}

type Sample = ReturnType<typeof readStackUse> & { p99Ms: number };

/** Memory of all processes of a stack, and their open files. */
function readStackUse(localDir: string) {
  const use = { pssMb: 0, swapMb: 0, handles: 0 };
  const parts = readdirSync(join(localDir, 'run')).filter((name) => !name.endsWith('.pid'));
  for (const pid of parts.flatMap((part) => pidOf(localDir, part) ?? []).flatMap(withChildren))
    try {
      const { pssMb, swapMb } = memoryOf(pid);
      use.handles += readdirSync(`/proc/${pid}/fd`).length;
      use.pssMb += pssMb;
      use.swapMb += swapMb;
    } catch {
      // It has ended.
    }
  return use;
}

/** The last quarter compared with the second; in the first one processes warm up. */
function compareQuarters(what: string, values: number[], limit: number): Row {
  const quarter = values.length / 4;
  const second = median(values.slice(Math.floor(quarter), Math.ceil(2 * quarter)));
  const last = median(values.slice(Math.floor(3 * quarter)));
  return atMost(`${what}: the last quarter over the second`, last / second, limit, 'times');
}

/** The command that limits another; none where this user or this machine can't. */
function limit(): string[] {
  if (process.getuid?.() !== 0 || !existsSync('/run/systemd/system')) {
    process.stdout.write('On the whole machine: limits need root and systemd.\n');
    return [];
  }
  const properties = ['MemoryMax=1G', 'MemorySwapMax=0', 'CPUQuota=100%'].flatMap((one) => ['-p', one]);
  return ['systemd-run', '--scope', '--quiet', ...properties];
}

function startWithinLimits(receiverPort: number): Promise<void> {
  mkdirSync(join(root, '.local'), { recursive: true });
  copyFileSync(process.execPath, node);
  const program = join(root, 'infra/lab/dist/bench/start-soak.js');
  const { status } = spawnSync('env', [...limit(), node, program, String(receiverPort)], {
    stdio: 'inherit',
  });
  return status === 0 ? Promise.resolve() : Promise.reject(new Error('the stack did not start'));
}

/** Counts kills in the cgroup of Postgres; 0 without cgroup v2. */
function readOomKills(localDir: string): number {
  const [, group] =
    /^0::(.+)$/m.exec(readFileSync(`/proc/${pidOfPart(localDir, 'postgres')}/cgroup`, 'utf8')) ?? [];
  const events = `/sys/fs/cgroup${group}/memory.events`;
  return existsSync(events) ? Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1]) : 0;
}
