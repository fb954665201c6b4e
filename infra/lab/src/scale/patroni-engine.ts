import { type ChildProcess, execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, spawnServer } from '@voordeur/testing';
import { root, serverPath } from '@voordeur/operate/local/settings.js';
import { type User, userOf } from '@voordeur/operate/local/users.js';
import { until } from '@voordeur/operate/local/until.js';
import type { Engine, EngineFault } from './engine.js';
import * as net from './member-network.js';
import { type Member, members, network } from './member-network.js';

const password = 'voordeur';
const wholeWithinMs = 90_000;

/**
 * Two Postgres under Patroni, each in a network of its own, one etcd and HAProxy before them. (In production etcd has three
 * nodes: it isn't what is tried here.)
 */
export async function startPatroniEngine(isDurable: boolean, logDir: string): Promise<Engine> {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-patroni-'));
  const user = userOf('postgres');
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  own(dir);
  const running: ChildProcess[] = [];
  const log = openSync(join(logDir, 'patroni.log'), 'a');
  function run(command: string, args: string[], asUser: User | undefined): ChildProcess {
    const env = { PATH: serverPath(), LC_ALL: 'C.UTF-8' };
    const child = spawnServer(command, args, { cwd: dir, env, stdio: ['ignore', log, log], ...asUser });
    running.push(child);
    return child;
  }

  net.makeNetwork();
  const endMembers = () => {
    for (const member of members) net.signal(member, 'SIGKILL');
    net.removeNetwork();
  };
  process.once('exit', endMembers);
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = `${network.host}:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const etcdArgs = [
    ...['--enable-v2', '--name', 'one', '--data-dir', join(dir, 'etcd')],
    ...['--listen-client-urls', `http://${etcd}`, '--advertise-client-urls', `http://${etcd}`],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `one=${peer}`],
  ];
  run('etcd', etcdArgs, user);
  const [one, two] = members;
  const haproxy = join(dir, 'haproxy.cfg');
  writeFileSync(
    haproxy,
    fill('haproxy.cfg', { BIND: `127.0.0.1:${port}`, ONE: one.address, TWO: two.address }),
  );

  const configOf = ({ name }: Member) => join(dir, `${name}.yml`);
  const start = (member: Member) => {
    const asPostgres = user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      : [];
    const patroni = [...asPostgres, 'patroni', configOf(member)];
    run('ip', ['netns', 'exec', member.namespace, ...patroni], undefined);
  };
  for (const member of members) {
    const { name, address } = member;
    const ownDir = join(dir, name);
    mkdirSync(ownDir, { mode: 0o700 });
    own(ownDir);
    const values = {
      ...{ NAME: name, ADDRESS: address, ETCD: etcd, DIR: ownDir, PASSWORD: password },
      ...{ BIN_DIR: serverPath().split(':')[0] ?? '', NETWORK: network.range },
      SYNCHRONOUS: String(isDurable),
    };
    writeFileSync(configOf(member), fill('patroni.yml', values), { mode: 0o640 });
    own(configOf(member));
  }
  // The second copies the first, so that one has to be the leader by then.
  start(one);
  await untilAnswers(one, 'primary');
  start(two);
  run('haproxy', ['-f', haproxy], user);

  /** Resolves to the leader, once the other one is its standby. */
  async function untilWhole(): Promise<Member> {
    let leader: Member = one;
    const isWhole = async () => {
      const [ofOne, ofTwo] = await Promise.all(members.map((member) => answers(member, 'primary')));
      const standby = ofOne ? two : one;
      leader = ofOne ? one : two;
      return ofOne !== ofTwo && (await answers(standby, isDurable ? 'synchronous' : 'replica'));
    };
    if (!(await until(isWhole, { withinMs: wholeWithinMs, everyMs: 200 })))
      throw new Error(`the members don't find together again: see ${logDir}`);
    return leader;
  }
  await untilWhole();
  return {
    settings: { DATABASE_URL: `postgres://voordeur:${password}@127.0.0.1:${port}/voordeur` },
    faults: faultsOf(isDurable, { untilWhole, start, configOf }),
    async stop() {
      process.off('exit', endMembers);
      endMembers();
      for (const child of running) child.kill('SIGKILL');
      await wait(500);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface Drill {
  untilWhole: () => Promise<Member>;
  start: (member: Member) => void;
  configOf: (member: Member) => string;
}

function faultsOf(isDurable: boolean, { untilWhole, start, configOf }: Drill): EngineFault[] {
  let leader: Member = members[0];
  const fault = (
    name: string,
    harm: (leader: Member) => unknown,
    repair: (leader: Member) => unknown,
  ): EngineFault => ({
    name,
    strike: async () => {
      leader = await untilWhole();
      await harm(leader);
    },
    repair: async () => {
      await repair(leader);
      await untilWhole();
    },
  });
  const killedAhead = fault(
    'leader killed, standby behind',
    async (member) => {
      net.disconnect();
      await wait(500);
      net.signal(member, 'SIGKILL');
    },
    (member) => {
      net.connect();
      start(member);
    },
  );
  if (!isDurable) return [killedAhead];
  return [
    fault(
      'leader killed',
      (member) => {
        net.signal(member, 'SIGKILL');
      },
      start,
    ),
    fault(
      'leader hung',
      (member) => {
        net.signal(member, 'SIGSTOP');
      },
      (member) => {
        net.signal(member, 'SIGCONT');
      },
    ),
    fault(
      'switchover',
      (member) => {
        execFileSync('patronictl', ['-c', configOf(member), 'switchover', '--force'], { stdio: 'ignore' });
      },
      () => undefined,
    ),
    fault('cut between the two', net.disconnect, net.connect),
    fault(
      'leader cut off',
      (member) => {
        net.unplug(member);
        net.disconnect();
      },
      (member) => {
        net.plugIn(member);
        net.connect();
      },
    ),
    killedAhead,
  ];
}

async function untilAnswers(member: Member, role: string): Promise<void> {
  const isSo = () => answers(member, role);
  if (!(await until(isSo, { withinMs: wholeWithinMs, everyMs: 200 })))
    throw new Error(`${member.name} doesn't become ${role}`);
}

/** A member's role, as Patroni reports it. */
async function answers({ address }: Member, role: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${address}:8008/${role}`, { signal: AbortSignal.timeout(1_000) });
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
