import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { linkPackages } from '@voordeur/e2e/helpers/link-packages.js';
import { editOnce } from './edit-once.js';

/**
 * `make drill NAME=prove-faults`: the drill must catch a product that lies. Each safeguard is taken out of a copy of what was
 * built, and the drill must go red there within three rounds, for its moments are random. Then a spec must fail with each
 * mistake in SQL. Exit 1 when something stays green or cannot run, and before anything runs if a text has moved.
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
        'worker/dist/intake/recorded-chunks.js',
        'return new Set(rows.map((row) => row.id));',
        'return new Set();',
      ],
    ],
  },
  {
    name: 'Redis keeps nothing on disk',
    faults: 'redis',
    edits: [['infra/operate/dist/local/redis.js', "appendonly: 'yes'", "appendonly: 'no'"]],
  },
  {
    name: 'a job may stall once, as BullMQ has it',
    faults: 'worker repeatedly',
    edits: [['contracts/dist/jobs/queues.js', 'maxStalledCount: 1_000', 'maxStalledCount: 1']],
  },
  {
    name: 'nothing is spilled to Postgres',
    faults: 'redis',
    edits: [
      [
        'api/dist/platform/job-producer.js',
        'spillJob(this.db.manager, { queue: queue.name, name, payload, jobId })',
        'Promise.reject(new Error())',
      ],
    ],
  },
];

/** Mistakes in SQL, each with the spec that must fail with it. */
function readSqlMutants() {
  const mutants: { spec: string; file: string; why: string; from: string; to: string }[] = [];
  const last = { spec: '', file: '', '#': '', '-': '' };
  const lines = readFileSync(join(root, 'infra/lab/mutants/sql-mutants.txt'), 'utf8').split('\n');
  for (const [, kind, text = ''] of lines.map((line) => /^(spec|file|#|-|\+) ?(.*)$/.exec(line) ?? [])) {
    if (kind === '+')
      mutants.push({ spec: last.spec, file: last.file, why: last['#'], from: last['-'], to: text });
    else if (kind !== undefined) last[kind as keyof typeof last] = text;
  }
  return mutants;
}
const sqlMutants = readSqlMutants();

/** By the drill's exit. */
const verdicts: Record<number, string> = { 0: 'NOT caught.\n', 1: 'Caught.\n' };

const mostRounds = 3;
const copy = join(root, '.local/sabotage');
makeCopy();
for (const [file, from, to] of sabotages.flatMap(({ edits }) => edits))
  editOnce(join(copy, file), from, to)();
for (const { file, from, to } of sqlMutants) editOnce(join(copy, file), from, to)();

let allCaught = true;
for (const { name, faults, edits } of sabotages) {
  const undo = edits.map(([file, from, to]) => editOnce(join(copy, file), from, to));
  process.stdout.write(`\n=== ${name}\n`);
  let status: number | null = 0;
  for (let round = 1; status === 0 && round <= mostRounds; round += 1)
    status = run(['infra/lab/dist/faults/main.js'], { ROUNDS: '1', FAULTS: faults });
  allCaught &&= status === 1;
  process.stdout.write(verdicts[status ?? 2] ?? 'The drill could not run: this says nothing.\n');
  for (const back of undo) back();
}

const services = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'infra/e2e/dist/run/services.js'), ...args], { stdio: 'inherit' });
services();
try {
  for (const spec of new Set(sqlMutants.map((mutant) => mutant.spec)))
    if (runSpec(spec) !== 0) throw new Error(`${spec} fails without a mistake`);
  for (const { file, from, to, why, spec } of sqlMutants) {
    const undo = editOnce(join(copy, file), from, to);
    const isCaught = runSpec(spec) !== 0;
    allCaught &&= isCaught;
    process.stdout.write(`${isCaught ? 'Caught' : 'NOT caught'}: ${file}: ${why}\n`);
    undo();
  }
} finally {
  services('down');
}
rmSync(copy, { recursive: true, force: true });
process.exitCode = allCaught ? 0 : 1;

/** Runs a program of the copy, and returns its exit code. */
function run(args: string[], more: Record<string, string> = {}, stdio: 'inherit' | 'ignore' = 'inherit') {
  return spawnSync(process.execPath, args, { cwd: copy, stdio, env: { ...process.env, ...more } }).status;
}

/** With more time than Stryker gives, because a test that is slow on a busy machine has caught nothing. */
function runSpec(spec: string) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return run(
    [
      vitest,
      'run',
      '--config',
      'infra/lab/mutants/vitest.config.ts',
      '--bail',
      '1',
      '--testTimeout',
      '60000',
    ],
    { MUTANTS_SPECS: JSON.stringify([spec]) },
    'ignore',
  );
}

/** The checkout with what was built: its own workspaces, and the same packages. */
function makeCopy(): void {
  rmSync(copy, { recursive: true, force: true });
  const visible = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  for (const part of readdirSync(root).filter(visible))
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  linkPackages(root, copy);
}
