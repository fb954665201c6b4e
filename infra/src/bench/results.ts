import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, serverPath } from '../local/settings.js';
import { type Row, show } from '../measuring/figures.js';

/** What the figures depend on, without naming the machine. */
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

const resultsDir = join(root, 'infra/bench/results');

/** `latest.json` and `latest.svg`: the rows, and where they were measured. */
export function writeResults(rows: Row[]): void {
  mkdirSync(resultsDir, { recursive: true });
  const about = describePlace();
  writeFileSync(join(resultsDir, 'latest.json'), `${JSON.stringify({ ...about, rows }, null, 2)}\n`);
  writeFileSync(join(resultsDir, 'latest.svg'), drawRows(rows));
  process.stdout.write(`Written: infra/bench/results/latest.json and latest.svg\n`);
}

/** Each row against its target: the line is the target, right of it is better. */
function drawRows(rows: Row[]): string {
  const bars = rows
    .filter(({ target }) => target)
    .map((row, index) => {
      const share = shareOfTarget(row);
      const y = 30 + 26 * index;
      const width = 140 * Math.min(2, share);
      const value = row.ratio === undefined ? `${show(row.value)} ${row.unit ?? ''}` : show(row.ratio);
      return `  <text x="370" y="${y + 13}" text-anchor="end">${escape(row.what)}</text>
  <rect x="380" y="${y}" width="${width.toFixed(1)}" height="16" rx="2" fill="${share >= 1 ? '#93713c' : '#ff9f8a'}"/>
  <text x="${386 + width}" y="${y + 13}">${value}</text>`;
    });
  const height = 50 + 26 * bars.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" font-family="sans-serif" font-size="11" fill="#f3efe6">
  <title>Measured against the targets: right of the line is better than asked</title>
  <rect width="760" height="${height}" fill="#0a110f"/>
${bars.join('\n')}
  <line x1="520" x2="520" y1="18" y2="${height - 14}" stroke="#f0b95a"/>
  <text x="520" y="14" text-anchor="middle" fill="#f0b95a">target</text>
</svg>
`;
}

/** 1 is just met, 2 twice as good. */
function shareOfTarget({ value, ratio = value, target }: Row): number {
  if (!target) return NaN;
  return 'atLeast' in target ? ratio / target.atLeast : target.atMost / ratio;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
