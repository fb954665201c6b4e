import { execFileSync } from 'node:child_process';

/** `host` is this machine's address for the members. */
export const network = { host: '10.213.7.1', range: '10.213.7.0/24' };

/** A machine of its own as far as its network and its processes go (ip-netns(8)). */
export interface Member {
  name: string;
  address: string;
  namespace: string;
}

/** Each has a cable to this machine and one to the other. */
export const members = [
  { name: 'one', address: '10.213.7.11', namespace: 'voordeur-one' },
  { name: 'two', address: '10.213.7.12', namespace: 'voordeur-two' },
] as const satisfies Member[];
const [one, two] = members;

/** Throws where this user may not make networks. */
export function makeNetwork(): void {
  // Left by a drill that was interrupted.
  removeNetwork();
  for (const { namespace, address } of members) {
    ip('netns', 'add', namespace);
    // At this machine's end the cable has the namespace's name.
    ip('link', 'add', namespace, 'type', 'veth', 'peer', 'name', 'host', 'netns', namespace);
    ip('address', 'add', network.host, 'dev', namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    ip('-n', namespace, 'address', 'add', address, 'dev', 'host');
  }
  ip(
    '-n',
    one.namespace,
    'link',
    'add',
    'cable',
    'type',
    'veth',
    'peer',
    'name',
    'cable',
    'netns',
    two.namespace,
  );
  for (const member of members) plugIn(member);
  connect();
}

export function removeNetwork(): void {
  for (const { namespace } of members) {
    for (const what of ['link', 'netns'])
      try {
        ip(what, 'delete', namespace);
      } catch {
        // It isn't there.
      }
  }
}

/** Neither of the two reaches the other; this machine reaches both. */
export function disconnect(): void {
  ip('-n', two.namespace, 'link', 'set', 'cable', 'down');
}

export function connect(): void {
  for (const [member, other] of [
    [one, two],
    [two, one],
  ] as const) {
    ip('-n', member.namespace, 'link', 'set', 'cable', 'up');
    ip('-n', member.namespace, 'route', 'replace', other.address, 'dev', 'cable', 'src', member.address);
  }
}

/** This machine doesn't reach it, nor it etcd; the other does. */
export function unplug({ namespace }: Member): void {
  ip('link', 'set', namespace, 'down');
}

export function plugIn({ namespace, address }: Member): void {
  ip('link', 'set', namespace, 'up');
  ip('route', 'replace', address, 'dev', namespace, 'src', network.host);
  ip('-n', namespace, 'link', 'set', 'host', 'up');
  ip('-n', namespace, 'route', 'replace', network.host, 'dev', 'host', 'src', address);
}

/** To all that runs in it. */
export function signal({ namespace }: Member, name: NodeJS.Signals): void {
  for (const pid of ip('netns', 'pids', namespace).split('\n').filter(Boolean))
    try {
      process.kill(Number(pid), name);
    } catch {
      // It ended with its parent.
    }
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
