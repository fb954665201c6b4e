import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { root } from '../local/settings.js';
import { longestWay } from './ways.js';

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
  process.stdout.write(
    `${name.padEnd(12)}${String(total).padStart(8)}${String(of.length).padStart(8)}${`${((100 * small) / of.length).toFixed(1)} %`.padStart(16)}\n`,
  );
}

process.stdout.write(
  `${''.padEnd(12)}${'lines'.padStart(8)}${'files'.padStart(8)}${'<= 15 lines'.padStart(16)}\n`,
);
for (const workspace of product) {
  const of = inWorkspaces([workspace]);
  if (of.length > 0) printSize(workspace, of);
}
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

const circles = findCircles(uses);
process.stdout.write(`\nfolders that import each other in a circle: ${circles.length}\n`);
for (const circle of circles) process.stdout.write(`  ${circle.join(', ')}\n`);
process.stdout.write(`imports by infra of files inside api and worker: ${deepImports}\n`);
process.stdout.write(`longest way in README: ${longestWay()}\n`);

/**
 * Groups of two or more folders that all reach each other (Tarjan's strongly connected components). Our own, because
 * dependency-cruiser counts a folder and its subfolders as one.
 */
function findCircles(graph: Map<string, Set<string>>): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  function visit(folder: string): number {
    let low = index.size;
    index.set(folder, low);
    const at = low;
    stack.push(folder);
    for (const used of graph.get(folder) ?? []) {
      if (!index.has(used)) low = Math.min(low, visit(used));
      else if (stack.includes(used)) low = Math.min(low, lowest.get(used) ?? index.get(used) ?? low);
    }
    lowest.set(folder, low);
    if (low === at) {
      const circle = stack.splice(stack.indexOf(folder));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  }
  for (const folder of graph.keys()) if (!index.has(folder)) visit(folder);
  return found;
}
