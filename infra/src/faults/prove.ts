import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';

/**
 * `make prove-faults`: the drill must catch a product that lies. Each safeguard is taken out of a copy of what was
 * built, and the drill must go red there. Exit 1 when it stays green.
 */
interface Sabotage {
  name: string;
  faults: string;
  edits: [file: string, from: string, to: string][];
}

const sabotages: Sabotage[] = [
  {
    name: 'rows are inserted without ON CONFLICT',
    faults: 'worker at its ack',
    edits: [
      ['worker/dist/visits/store-visits.js', 'order by id on conflict (id) do nothing', 'order by id'],
      // The ledger of chunks would hide most of it.
      [
        'worker/dist/platform/recorded-chunk.js',
        'return new Set(rows.map((row) => row.id));',
        'return new Set();',
      ],
    ],
  },
  {
    name: 'Redis keeps nothing on disk',
    faults: 'redis',
    edits: [['infra/dist/local/redis.js', "appendonly: 'yes'", "appendonly: 'no'"]],
  },
  {
    name: 'a job may stall once, as BullMQ has it',
    faults: 'worker thrice',
    edits: [['contracts/dist/jobs/queues.js', 'maxStalledCount: 1_000', 'maxStalledCount: 1']],
  },
  {
    name: 'nothing is spilled to Postgres',
    faults: 'redis',
    edits: [
      [
        'api/dist/platform/job-producer.js',
        'await this.spill(',
        'await Promise.reject(new Error()); await this.spill(',
      ],
    ],
  },
];

const workspaces = ['contracts', 'testing', 'api', 'worker', 'web', 'infra'];
let allCaught = true;
for (const sabotage of sabotages) {
  const copy = join(root, '.local/sabotage');
  makeCopy(copy);
  for (const edit of sabotage.edits) applyEdit(copy, edit);
  process.stdout.write(`\n=== ${sabotage.name}\n`);
  const { status } = spawnSync(process.execPath, [join(copy, 'infra/dist/faults/main.js')], {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, ROUNDS: '1', FAULTS: sabotage.faults },
  });
  const isCaught = status === 1;
  allCaught &&= isCaught;
  process.stdout.write(isCaught ? 'Caught.\n' : 'NOT caught.\n');
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = allCaught ? 0 : 1;

/** What runs of the checkout, with its own workspaces and the same packages. */
function makeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  for (const workspace of workspaces) {
    for (const part of ['package.json', 'dist', 'node_modules']) {
      const from = join(root, workspace, part);
      if (!existsSync(from)) continue;
      cpSync(from, join(copy, workspace, part), { recursive: true, verbatimSymlinks: true, force: true });
    }
  }
  for (const file of [
    'nginx.conf',
    'site.config.json',
    'site.config.schema.json',
    'infra/docker',
    'package.json',
  ]) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@voordeur'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '@voordeur')) {
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  for (const workspace of workspaces)
    symlinkSync(join(copy, workspace), join(packages, '@voordeur', workspace));
}

function applyEdit(copy: string, [file, from, to]: Sabotage['edits'][number]): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} no longer holds: ${from}`);
  writeFileSync(path, text.replace(from, to));
}
