import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { claims } from './claims.js';
import { compareClaim } from './compare-claim.js';
import { drawPage, pageFile } from './page.js';

/** Lines as one, because a document's lines and the widths of its tables change with what stands beside a figure. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('docs/claims.md is what make claims-page writes', () => {
  expect(read(pageFile)).toBe(drawPage(claims));
});

it('each document still says what is claimed of it (after a change: infra/src/claims/claims.ts, then make claims-page)', () => {
  const said = claims.flatMap((claim) => Object.entries(claim.said));
  const gone = said.filter(([doc, words]) => !inOneLine(read(doc)).includes(words));
  expect(gone).toEqual([]);
});

/** Rows below a table's head of which a cell, not the first, begins with a figure. */
function listFigures(doc: string): string[] {
  return Array.from(read(doc).matchAll(/^\|[ :-]+\|[ :|-]*\n((?:\|.*\n)+)/gm), ([, body = '']) => body)
    .flatMap((body) => body.trimEnd().split('\n'))
    .map(inOneLine)
    .filter((row) => /^\|[^|]*\|.*(?<=\| )\W*\d/.test(row));
}

it.each(['README.md', 'docs/speed.md', 'docs/scale.md', 'docs/promises.md'])(
  'each row of figures in %s is claimed',
  (doc) => {
    const figures = listFigures(doc);
    expect(figures.length).toBeGreaterThan(5);
    const said = claims.flatMap((claim) => claim.said[doc] ?? []);
    expect(figures.filter((row) => !said.some((words) => row.includes(words)))).toEqual([]);
  },
);

/** What was wanted isn't measured. */
const wanted = /(?:wanted within|holds? below|held below) [\d,. and]+ (?:ms|KB)/g;

it('what is in docs/speed.md with a unit is claimed, in a table or not', () => {
  const rest = claims.reduce(
    (text, claim) => text.replace(claim.said['docs/speed.md'] ?? '', '…'),
    inOneLine(read('docs/speed.md')).replace(wanted, '…'),
  );
  const left = Array.from(
    rest.matchAll(/.{0,30}\d (?:ms|s|B|KB|MB|GB|%|bytes|a second)(?!\w).{0,20}/g),
    ([found]) => found,
  );
  expect(left).toEqual([]);
});

it('each command of make is a target', () => {
  const targets = new Set(Array.from(read('Makefile').matchAll(/^([a-z-]+):/gm), ([, name]) => name));
  const commands = claims.flatMap(({ command, again }) => [command ?? [], again?.command ?? []].flat());
  const named = commands
    .map((command) => /\bmake ([a-z-]+)/.exec(command)?.[1])
    .filter((name) => name !== undefined);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !targets.has(name) && name !== 'up-local')).toEqual([]);
});

it('what make claims looks for is a figure that each document says', () => {
  const missing = claims.filter(
    ({ said, again }) => again && !Object.values(said).every((words) => words.includes(again.figure)),
  );
  expect(missing).toEqual([]);
});

it('compares a printed figure with the one that is said', () => {
  const again = { command: 'make bench', figure: '4,000', printed: /rows: ([\d,.]+)/ };
  expect(compareClaim(again, 'rows: 5,000')).toEqual({ now: '5,000', movedBy: 0.25 });
  expect(compareClaim(again, 'no stack')).toEqual({ now: null, movedBy: null });
});
