import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { root } from '../local/settings.js';
import { printCells } from '../measuring/figures.js';
import { readWays } from './ways.js';

/**
 * `make code-figures`: how much there is to read, and how it hangs together. Product is what runs for a visitor or an
 * owner; tooling is what runs, tests and measures it. Tests count as neither.
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

const configFile = join(root, '.dependency-cruiser.cjs');
const { options } = createRequire(import.meta.url)(configFile) as IConfiguration;
const sources = [...new Set(inWorkspaces([...product, 'infra']).map((file) => `${file.split('/')[0]}/src`))];
const { output } = await cruise(sources, { ...options, baseDir: root, ruleSet: {} }, undefined, {
  tsConfig: extractTSConfig(join(root, 'tsconfig.base.json')),
});
const { modules } = output as ICruiseResult;

/** Folder to the folders that its files import, within one workspace. */
const uses = new Map<string, Set<string>>();
let deepImports = 0;
for (const { source, dependencies } of modules) {
  for (const { resolved } of dependencies) {
    const [workspace] = source.split('/');
    if (workspace === 'infra' && /^(api|worker)\/(src|dist)\/(?!(testing\/)?index\.)/.test(resolved))
      deepImports += 1;
    if (isTest(source) || !resolved.startsWith(`${workspace ?? ''}/src/`)) continue;
    if (dirname(source) === dirname(resolved)) continue;
    uses.set(dirname(source), (uses.get(dirname(source)) ?? new Set()).add(dirname(resolved)));
  }
}

/** Every folder that one leads to, by its imports and theirs. */
function reachableFrom(folder: string): Set<string> {
  const reached = new Set(uses.get(folder));
  for (const next of reached) for (const used of uses.get(next) ?? []) reached.add(used);
  return reached;
}

// Our own, because dependency-cruiser counts a folder and its subfolders as one.
const reachable = new Map([...uses.keys()].map((folder) => [folder, reachableFrom(folder)]));
const circles = new Set<string>();
for (const [folder, reached] of reachable) {
  const circle = [...reached].filter((other) => reachable.get(other)?.has(folder));
  if (circle.length > 0) circles.add(circle.sort().join(', '));
}
process.stdout.write(`\nfolders that import each other in a circle: ${circles.size}\n`);
for (const circle of circles) process.stdout.write(`  ${circle}\n`);
process.stdout.write(`imports by infra of files inside api and worker: ${deepImports}\n`);
const [longest] = readWays().sort((a, b) => b.steps.length - a.steps.length);
process.stdout.write(`longest way in README: ${longest?.title}, ${longest?.steps.length} files\n`);
