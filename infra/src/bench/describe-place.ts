import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../local/postgres.js';

/** What the figures depend on, without naming the machine. */
export function describePlace() {
  const [cpu] = cpus();
  return {
    measuredAt: new Date().toISOString(),
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    versions: {
      node: process.versions.node,
      postgres: versionOf(join(findPrograms(), 'postgres'), '--version'),
      redis: versionOf('redis-server', '--version'),
      nginx: versionOf('nginx', '-v'),
      wrk: versionOf('wrk', '-v'),
    },
    durability: 'Redis appendonly, appendfsync always; Postgres fsync and synchronous_commit on',
  };
}

/** The first number with a dot that a program says of itself; nginx says it on stderr, and wrk goes with 1. */
function versionOf(command: string, argument: string): string {
  const { stdout, stderr } = spawnSync(command, [argument], {
    encoding: 'utf8',
    // Debian keeps servers out of a user's PATH.
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  return /\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'unknown';
}
