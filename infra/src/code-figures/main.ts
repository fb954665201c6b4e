import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { printCells } from '../measuring/figures.js';
import { readWays } from './ways.js';

/**
 * `make code-figures`: how much there is to read. Product is what runs for a visitor or an owner; tooling is what runs,
 * tests and measures it. Tests count as neither.
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
// What makes pictures, clips and documents is drawing, not tooling.
printSize(
  'tooling',
  inWorkspaces(['infra']).filter((file) => !file.startsWith('infra/assets/')),
);

const [longest] = readWays().sort((a, b) => b.steps.length - a.steps.length);
process.stdout.write(`\nlongest way in README: ${longest?.title}, ${longest?.steps.length} files\n`);
