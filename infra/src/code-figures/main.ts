import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { printCells } from '../measuring/figures.js';
import { readImports } from './read-imports.js';
import { readWays } from './ways.js';

/**
 * `make code-figures`: how much there is to read, and how it hangs together. Product is what runs for a visitor or an
 * owner; operating is what an operator has beside it, tooling what runs, tests and measures it, both in infra/src. Tests
 * count as neither. SEED=… adds three files of each workspace of the product, the same for the same seed and files, to
 * read how they are written.
 */
const product = ['contracts', 'server', 'api', 'worker', 'web'];
const isCode = (file: string) => /\.(ts|tsx|css|sql|sh|mjs|lua)$/.test(file);
const isTest = (file: string) => /\.spec\.tsx?$|\/testing\/|^testing\/|\/e2e\//.test(file);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => isCode(file) && !isTest(file));
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
const inWorkspaces = (names: string[]) => files.filter((file) => names.includes(file.split('/')[0] ?? ''));

function printSize(name: string, of: string[]): void {
  const lines = of.map(linesOf);
  const small = lines.filter((count) => count <= 15).length;
  const total = lines.reduce((sum, count) => sum + count, 0);
  printCells([name, String(total), String(of.length), `${((100 * small) / of.length).toFixed(1)} %`]);
}

printCells(['', 'lines', 'files', '<= 15 lines']);
for (const workspace of product) printSize(workspace, inWorkspaces([workspace]));
printSize('product', inWorkspaces(product));
const infra = files.filter((file) => file.startsWith('infra/src/'));
const isForOperators = (file: string) => /^infra\/src\/(doctor|keep|observe|refresh|upgrade)\//.test(file);
printSize('operating', infra.filter(isForOperators));
printSize(
  'tooling',
  infra.filter((file) => !isForOperators(file)),
);

const { violations } = (await readImports([...product, 'infra'])).summary;

/** How often these rules of `npm run check:imports` are broken. */
const countBroken = (...names: string[]) => violations.filter(({ rule }) => names.includes(rule.name)).length;

const circles = countBroken(
  'no-circles-of-folders',
  'features-know-no-app',
  'web-folders-never-import-their-parent',
);
process.stdout.write(`\nfolders that import each other in a circle: ${circles}\n`);
const deepImports = countBroken('api-and-worker-through-their-doors');
process.stdout.write(`imports by infra of files inside api and worker: ${deepImports}\n`);
const [longest] = readWays().sort((a, b) => b.steps.length - a.steps.length);
process.stdout.write(`longest way in README: ${longest?.title}, ${longest?.steps.length} files\n`);

const seed = process.env['SEED'];
const orderOf = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
for (const workspace of seed === undefined ? [] : product) {
  const inOrder = inWorkspaces([workspace]).sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
  process.stdout.write(`${inOrder.slice(0, 3).join('\n')}\n`);
}
