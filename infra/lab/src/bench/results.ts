import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, serverPath } from '@voordeur/operate/local/settings.js';
import { type Row, show } from '../measuring/figures.js';

/** The machine's traits that figures depend on, without its name. */
export function describePlace() {
  const [cpu] = cpus();
  return {
    measuredAt: new Date().toISOString(),
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    versions: {
      node: process.versions.node,
      postgres: versionOf('postgres', '--version'),
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
    env: { PATH: serverPath() },
  });
  return /\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'unknown';
}

const latest = 'infra/lab/bench/results/latest';

/** `latest.json`, the rows and where they were measured, and `latest.md`, their chart. */
export function writeResults(rows: Row[]): void {
  writeFileSync(join(root, `${latest}.json`), `${JSON.stringify({ ...describePlace(), rows }, null, 2)}\n`);
  writeFileSync(join(root, `${latest}.md`), drawRows(rows));
  process.stdout.write(`Written: ${latest}.json and ${latest}.md\n`);
}

/** A bar for each row with a target: ten blocks if it's just met, twenty if it's twice as good as asked, or better. */
function drawRows(rows: Row[]): string {
  const lines = rows.flatMap(({ what, value, ratio = value, unit = '', target }) => {
    if (!target) return [];
    const share = 'atLeast' in target ? ratio / target.atLeast : target.atMost / ratio;
    const bar = '█'.repeat(Math.min(20, Math.round(10 * share)));
    return `| ${what} | ${ratio === value ? `${show(value)} ${unit}` : `× ${show(ratio)}`} | ${bar} |`;
  });
  return [
    '| measured | | ██████████ is the target, longer is better |',
    '| --- | ---: | :--- |',
    ...lines,
    '',
  ].join('\n');
}
