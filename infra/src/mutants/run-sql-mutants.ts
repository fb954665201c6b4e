import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../local/settings.js';
import { specsVariable } from './parts.js';
import { resultsDir } from './run-stryker.js';
import type { SqlMutant } from './sql-mutants.js';

export interface SqlOutcome {
  mutant: SqlMutant;
  killed: boolean;
}

const copied = [
  ...['contracts', 'server', 'testing', 'api', 'worker', 'infra'],
  // Vitest's compiler reads the ones that the workspaces' extend.
  ...['tsconfig.base.json', 'package.json', 'site.config.json'],
];
const left = new Set(['node_modules', '.local', 'assets']);

/** Tries each mutant in a copy of the checkout, two at a time. Throws if one can't be made, or if its spec fails without it. */
export async function runSqlMutants(mutants: SqlMutant[]): Promise<SqlOutcome[]> {
  const copies = [0, 1].map((number) => copyCheckout(join(root, resultsDir, `copy-${number}`)));
  const specs = [...new Set(mutants.map(({ spec }) => spec))];
  const outcomes = new Map<SqlMutant, SqlOutcome>();
  const failing: string[] = [];
  const waiting = [
    ...specs.map((spec) => async (copy: string, worker: number) => {
      if (!(await passes(copy, worker, spec))) failing.push(spec);
    }),
    ...mutants.map((mutant) => async (copy: string, worker: number) => {
      const killed = await isKilled(copy, worker, mutant);
      process.stdout.write(`${killed ? 'killed  ' : 'SURVIVED'} ${mutant.file}: ${mutant.why}\n`);
      outcomes.set(mutant, { mutant, killed });
    }),
  ];
  try {
    await Promise.all(
      copies.map(async (copy, worker) => {
        for (let work = waiting.shift(); work; work = waiting.shift()) await work(copy, worker);
      }),
    );
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  if (failing.length > 0) throw new Error(`These fail without a mutant: ${failing.join(', ')}`);
  return mutants.flatMap((mutant) => outcomes.get(mutant) ?? []);
}

function copyCheckout(copy: string): string {
  rmSync(copy, { recursive: true, force: true });
  for (const name of copied) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.has(basename(path)),
    });
  }
  // A workspace has packages of its own where it needs another version.
  for (const packages of ['', ...copied].map((name) => join(name, 'node_modules'))) {
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(copy, packages));
  }
  return copy;
}

async function isKilled(copy: string, worker: number, { file, from, to, spec }: SqlMutant): Promise<boolean> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} must have this once: ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return !(await passes(copy, worker, spec));
  } finally {
    writeFileSync(path, source);
  }
}

async function passes(copy: string, worker: number, spec: string): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'run',
    '--config',
    'infra/mutants/vitest.config.ts',
    '--bail',
    '1',
    '--maxWorkers',
    '1',
  ];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    // The number keeps their ports apart, as Stryker's does.
    env: { ...process.env, STRYKER_MUTATOR_WORKER: String(worker), [specsVariable]: JSON.stringify([spec]) },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}
