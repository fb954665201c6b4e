import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './settings.js';

/** A value that an operator pastes, such as the address of a stranger's lead, is data to make and to the shell. */
const hostile = [
  `a'b"c \`touch marker\` $(touch marker) $$(touch marker)`,
  `$(shell touch marker) \${HOME} $HOME %s * #; touch marker; # \\ |&<>`,
  `-n'; touch marker; '" && touch marker "`,
].join('\n');

/** By target, the values that its line in `make help` or its recipe names. */
const makefile = readFileSync(join(root, 'Makefile'), 'utf8');
const targets = [...makefile.matchAll(/^([a-z-]+):.*## (.*)\n((?:\t.*\n)*)/gm)].flatMap(
  ([, target = '', help = '', recipe = '']) => {
    const inHelp = [...help.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
    const inRecipe = [...recipe.matchAll(/\$\$\{?([A-Z][A-Z_]+)/g)].map(([, name = '']) => name);
    const names = [...new Set([...inHelp, ...inRecipe])];
    return names.length > 0 ? [{ target, names }] : [];
  },
);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-make-'));
  copyFileSync(join(root, 'Makefile'), join(dir, 'Makefile'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** Writes a program that only records what it was given. */
function record(file: string): void {
  const path = join(dir, file);
  mkdirSync(dirname(path), { recursive: true });
  const program = `#!${process.execPath}
    require('node:fs').appendFileSync('recorded', JSON.stringify({ args: process.argv.slice(2), env: process.env }) + '\\n');`;
  writeFileSync(path, program);
  chmodSync(path, 0o755);
}

function make(target: string, values: Record<string, string>, environment: Record<string, string> = {}) {
  for (const [, script = ''] of makefile.matchAll(/(infra\/\S+\.sh)/g)) record(script);
  for (const program of ['node', 'npx', 'docker']) record(`bin/${program}`);
  mkdirSync(join(dir, 'infra/operate/dist/local'), { recursive: true });
  writeFileSync(join(dir, 'infra/operate/dist/local/run-in-stack.js'), '');
  const given = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const { stderr } = spawnSync('make', [target, ...given], {
    cwd: dir,
    encoding: 'utf8',
    env: { PATH: `${join(dir, 'bin')}:${process.env['PATH']}`, ...environment },
  });
  expect(stderr).toBe('');
  const lines = readFileSync(join(dir, 'recorded'), 'utf8').trim().split('\n');
  // The last one is the program that the target is for.
  return JSON.parse(lines.at(-1) ?? '') as { args: string[]; env: Record<string, string> };
}

it('finds the targets that take a value', () => {
  const named = targets.map(({ target }) => target);
  expect(named).toEqual(expect.arrayContaining(['erase', 'import', 'release']));
  // Nor does a later recipe take one by its text.
  expect(makefile).not.toMatch(/^\t.*(?<!\$)\$[({](?!in_stack|built|tests_built)/m);
});

/** A recipe takes KIND and UNDO as words, and VALUE only without EMAIL. */
const choices: Record<string, string> = { KIND: 'umami', UNDO: '', VALUE: '' };

// The words of ARGS are xargs' to split, as the spec of setup shows.
it.each(targets.filter(({ target }) => target !== 'setup'))(
  'make $target passes $names on word for word, and runs nothing in them',
  ({ target, names }) => {
    // Targets that read a file look whether it is there.
    writeFileSync(join(dir, hostile), '');
    const { args, env } = make(
      target,
      Object.fromEntries(names.map((name) => [name, choices[name] ?? hostile])),
    );
    expect(existsSync(join(dir, 'marker'))).toBe(false);
    for (const name of names) expect(env[name], name).toBe(choices[name] ?? hostile);
    const used = args.filter((argument) => argument.includes('touch'));
    expect(new Set(used)).toEqual(used.length > 0 ? new Set([hostile]) : new Set());
  },
);

it('make erase passes VALUE on word for word, and takes it with no EMAIL', () => {
  const { args, env } = make('erase', { VALUE: hostile });
  expect(existsSync(join(dir, 'marker'))).toBe(false);
  expect([args.at(-1), env['VALUE']]).toEqual([hostile, hostile]);
  const both = spawnSync('make', ['erase', 'VALUE=/a-page', 'EMAIL=a@example.org'], { cwd: dir });
  expect(both.status).toBe(2);
});

it('takes a value from the environment in the same way', () => {
  const { args } = make('erase', {}, { EMAIL: hostile });
  expect(existsSync(join(dir, 'marker'))).toBe(false);
  expect(args).toContain(hostile);
});
