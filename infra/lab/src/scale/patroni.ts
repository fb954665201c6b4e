import type { ChildProcess } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, spawnServer } from '@voordeur/testing';
import { root, serverPath } from '@voordeur/operate/local/settings.js';
import { userOf } from '@voordeur/operate/local/users.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Engine, type EngineFault, faultsAt } from './engine.js';

const password = 'voordeur';
const wholeWithinMs = 90_000;

/** A Postgres under Patroni; its processes are those of a machine of its own. */
interface Member {
  dir: string;
  config: string;
  /** Patroni's api, at which it says its role. */
  rest: string;
  patroni?: ChildProcess;
}

/** Two Postgres under Patroni, one etcd and HAProxy before them. (In production etcd has three nodes: it isn't what is tried here.) */
export async function startPatroni(logDir: string): Promise<Engine> {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-patroni-'));
  const user = userOf('postgres');
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  own(dir);
  const running: ChildProcess[] = [];
  const log = openSync(join(logDir, 'patroni.log'), 'a');
  const env = { PATH: serverPath(), LC_ALL: 'C.UTF-8' };
  const run = (command: string, ...args: string[]): ChildProcess => {
    const child = spawnServer(command, args, { cwd: dir, env, stdio: ['ignore', log, log], ...user });
    running.push(child);
    return child;
  };
  const freeAddress = async () => `127.0.0.1:${await freePort()}`;
  const [etcd, peer, address] = [await freeAddress(), await freeAddress(), await freeAddress()];
  const etcdUrls = {
    ...{ 'listen-client-urls': `http://${etcd}`, 'advertise-client-urls': `http://${etcd}` },
    ...{ 'listen-peer-urls': `http://${peer}`, 'initial-advertise-peer-urls': `http://${peer}` },
    'initial-cluster': `one=http://${peer}`,
  };
  const etcdArgs = Object.entries(etcdUrls).map(([name, value]) => `--${name}=${value}`);
  run('etcd', '--enable-v2', '--name=one', `--data-dir=${join(dir, 'etcd')}`, ...etcdArgs);

  const addMember = async (name: string) => {
    const member = { dir: join(dir, name), config: join(dir, `${name}.yml`), rest: await freeAddress() };
    mkdirSync(member.dir, { mode: 0o700 });
    const postgres = await freeAddress();
    const values = {
      ...{ NAME: name, ADDRESS: postgres, REST: member.rest, ETCD: etcd },
      ...{ DIR: member.dir, PASSWORD: password },
      BIN_DIR: serverPath().split(':')[0] ?? '',
    };
    writeFileSync(member.config, fill('patroni.yml', values), { mode: 0o640 });
    for (const path of [member.dir, member.config]) own(path);
    return { ...member, postgres };
  };
  const [one, two] = [await addMember('one'), await addMember('two')];
  const endMembers = () => {
    for (const member of [one, two]) signal(member, 'SIGKILL');
  };
  process.once('exit', endMembers);
  const start = (member: Member) => {
    member.patroni = run('patroni', member.config);
  };
  // The second copies the first, so that one has to be the leader by then.
  start(one);
  if (!(await until(() => hasRole(one, 'primary'), { withinMs: wholeWithinMs })))
    throw new Error('the first member does not become the leader');
  start(two);
  const members = { ONE: one.postgres, ONE_REST: restPort(one), TWO: two.postgres, TWO_REST: restPort(two) };
  const haproxy = join(dir, 'haproxy.cfg');
  writeFileSync(haproxy, fill('haproxy.cfg', { BIND: address, ...members }));
  run('haproxy', '-f', haproxy);

  /** Resolves to the leader and its standby, once each is that. */
  const untilWhole = async () => {
    let [leader, standby]: [Member, Member] = [one, two];
    const isWhole = async () => {
      [leader, standby] = (await hasRole(one, 'primary')) ? [one, two] : [two, one];
      return (await hasRole(leader, 'primary')) && (await hasRole(standby, 'synchronous'));
    };
    if (!(await until(isWhole, { withinMs: wholeWithinMs, everyMs: 200 })))
      throw new Error(`the members don't find together again: see ${logDir}`);
    return { leader, standby };
  };
  await untilWhole();
  return {
    settings: { DATABASE_URL: `postgres://voordeur:${password}@${address}/voordeur` },
    faults: listFaults(untilWhole, start),
    async stop() {
      process.off('exit', endMembers);
      endMembers();
      for (const child of running) child.kill('SIGKILL');
      await wait(500);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface Members {
  leader: Member;
  standby: Member;
}

function listFaults(untilWhole: () => Promise<Members>, start: (member: Member) => void): EngineFault[] {
  const restart = ({ leader }: Members) => {
    start(leader);
  };
  const sending =
    (name: NodeJS.Signals) =>
    ({ leader }: Members) => {
      signal(leader, name);
    };
  return faultsAt(untilWhole, untilWhole, [
    { name: 'leader killed', harm: sending('SIGKILL'), repair: restart },
    { name: 'leader hung', harm: sending('SIGSTOP'), repair: sending('SIGCONT') },
    {
      name: 'leader killed, standby behind',
      harm: async ({ leader, standby }) => {
        signal(standby, 'SIGSTOP');
        await wait(500);
        signal(leader, 'SIGKILL');
        signal(standby, 'SIGCONT');
      },
      repair: restart,
    },
  ]);
}

/** To Patroni, Postgres and all processes that this has started: they're in the folder of its data. */
function signal({ dir, patroni }: Member, name: NodeJS.Signals): void {
  patroni?.kill(name);
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === join(dir, 'data')) process.kill(Number(pid), name);
    } catch {
      // It has ended.
    }
}

const restPort = ({ rest }: Member) => rest.split(':')[1] ?? '';

async function hasRole({ rest }: Member, role: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${rest}/${role}`, { signal: AbortSignal.timeout(1_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A file of infra/lab/failover with these values in it. */
function fill(file: string, values: Record<string, string>): string {
  const text = readFileSync(join(root, 'infra/lab/failover', file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
