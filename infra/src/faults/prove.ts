import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';

/**
 * `make prove-faults`: the drill must catch a product that lies. Each safeguard is taken out of a copy of what was
 * built, and the drill must go red there within three rounds, for its moments are random. Exit 1 when it stays green
 * or cannot run, and before anything runs if a safeguard's text has moved.
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
    edits: [['infra/dist/local/redis.js', "appendonly: 'yes'", "appendonly: 'no'"]],
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

/** By the drill's exit. */
const verdicts: Record<number, string> = { 0: 'NOT caught.\n', 1: 'Caught.\n' };

const mostRounds = 3;
for (const edit of sabotages.flatMap(({ edits }) => edits)) sabotaged(root, edit);

let allCaught = true;
for (const sabotage of sabotages) {
  const copy = join(root, '.local/sabotage');
  makeCopy(copy);
  for (const edit of sabotage.edits) writeFileSync(join(copy, edit[0]), sabotaged(copy, edit));
  process.stdout.write(`\n=== ${sabotage.name}\n`);
  let status: number | null = 0;
  for (let round = 1; status === 0 && round <= mostRounds; round += 1) {
    status = spawnSync(process.execPath, [join(copy, 'infra/dist/faults/main.js')], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, ROUNDS: '1', FAULTS: sabotage.faults },
    }).status;
  }
  allCaught &&= status === 1;
  process.stdout.write(verdicts[status ?? 2] ?? 'The drill could not run: this says nothing.\n');
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = allCaught ? 0 : 1;

/** The checkout with what was built: its own workspaces (whose links are relative), and the same packages. */
function makeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  const visible = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  for (const part of [...readdirSync(root).filter(visible), 'node_modules/@voordeur']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@voordeur') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
}

/** The file's text without its safeguard. Throws where that is not there (any more), or twice. */
function sabotaged(tree: string, [file, from, to]: Sabotage['edits'][number]): string {
  const text = readFileSync(join(tree, file), 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} holds this ${places} times, and must once: ${from}`);
  return text.replace(from, to);
}
