import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { linkPackages } from '@voordeur/e2e/helpers/link-packages.js';
import { editOnce } from './edit-once.js';

/**
 * `make drill NAME=prove-faults`: the drill must catch a product that lies. Each mistake of infra/lab/mutants/mistakes.txt is made in
 * a copy of the checkout and of what was built, and the drill must go red there within three rounds, for its moments are random, or the
 * spec must fail. Exit 1 when something stays green or cannot run, and before anything runs if a text has moved.
 */
interface Mistake {
  why: string;
  /** One of these must notice: faults of the drill, another drill, or a spec. */
  faults?: string;
  drill?: string;
  spec?: string;
  edits: { file: string; from: string; to: string }[];
}

function readMistakes(): Mistake[] {
  const mistakes: Mistake[] = [];
  let noticedBy: Pick<Mistake, 'faults' | 'drill' | 'spec'> = {};
  let [file, from] = ['', ''];
  const text = readFileSync(join(root, 'infra/lab/mutants/mistakes.txt'), 'utf8');
  for (const [, kind = '', rest = ''] of text.matchAll(/^(faults|drill|spec|file|#|-|\+) ?(.*)$/gm)) {
    if (kind === 'faults' || kind === 'drill' || kind === 'spec') noticedBy = { [kind]: rest };
    if (kind === 'file') file = rest;
    if (kind === '#') mistakes.push({ why: rest, ...noticedBy, edits: [] });
    if (kind === '-') from = rest;
    if (kind === '+') mistakes.at(-1)?.edits.push({ file, from, to: rest });
  }
  return mistakes;
}

const mostRounds = 3;
const mistakes = readMistakes();
const specs = new Set(mistakes.flatMap(({ spec }) => spec ?? []));
const copy = join(root, '.local/sabotage');
const make = ({ edits }: Mistake) => edits.map(({ file, from, to }) => editOnce(join(copy, file), from, to));
makeCopy();
for (const mistake of mistakes) for (const undo of make(mistake)) undo();

const services = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'infra/e2e/dist/run/services.js'), ...args], { stdio: 'inherit' });
services();
try {
  for (const spec of specs) if (runSpec(spec) !== 0) throw new Error(`${spec} fails without a mistake`);
  for (const mistake of mistakes) {
    const undo = make(mistake);
    const isCaught = mistake.spec === undefined ? isCaughtByDrill(mistake) : runSpec(mistake.spec) !== 0;
    if (!isCaught) process.exitCode = 1;
    process.stdout.write(`${isCaught ? 'Caught' : 'NOT caught'}: ${mistake.why}\n`);
    for (const back of undo) back();
  }
} finally {
  services('down');
  rmSync(copy, { recursive: true, force: true });
}

/** Throws where the drill could not run, which says nothing. */
function isCaughtByDrill({ faults = '', drill = 'main' }: Mistake): boolean {
  for (let round = 1; round <= mostRounds; round += 1) {
    const status = run([`infra/lab/dist/faults/${drill}.js`], { ROUNDS: '1', FAULTS: faults });
    if (status !== 0 && status !== 1) throw new Error('the drill could not run');
    if (status === 1) return true;
  }
  return false;
}

/** Runs a program of the copy, and returns its exit code. */
function run(args: string[], more: Record<string, string> = {}, stdio: 'inherit' | 'ignore' = 'inherit') {
  return spawnSync(process.execPath, args, { cwd: copy, stdio, env: { ...process.env, ...more } }).status;
}

/** With more time than Stryker gives, because a test that is slow on a busy machine has caught nothing. */
function runSpec(spec: string) {
  const config = ['--config', 'infra/lab/mutants/vitest.config.ts', '--bail', '1', '--testTimeout', '60000'];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config];
  return run(args, { MUTANTS_SPECS: JSON.stringify([spec]), WORLD_RUNS: '2000' }, 'ignore');
}

/** The checkout with what was built: its own workspaces, and the same packages. */
function makeCopy(): void {
  rmSync(copy, { recursive: true, force: true });
  const visible = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  for (const part of readdirSync(root).filter(visible))
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  linkPackages(root, copy);
}
