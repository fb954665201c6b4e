import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import ts from 'typescript';
import { root } from '@voordeur/operate/local/settings.js';
import { atMost } from '../measuring/figures.js';
import type { Attack } from './attack.js';

interface Expression {
  source: string;
  flags: string;
  /** The first file it's in. */
  where: string;
}

/** The longest text that a stranger can have matched: the body of a request. */
const longest = 32_000;
/** A text twice as long may take this many times longer: the square of it would be four. */
const mostTimes = 3;
/**
 * Expressions that take the square of a text's length, and get no long one: how long at most, and why. Such a text may
 * take no longer than parsing `mostBodies` bodies.
 */
const bounded: Record<string, { characters: number; why: string }> = {
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': {
    characters: 254,
    why: 'MaxLength comes before it, in the api and in the form',
  },
  '^[^@].*@.*[^@]$': { characters: 254, why: 'the owner types it' },
  '(.{8})(.{4})(.{4})(.{4})(.{12})': { characters: 36, why: 'our own ids' },
  '\\/wp-admin(?:\\/|$)|\\/wp-includes\\/|\\/wp-content\\/.*\\.php\\b|\\/wp-json\\/wp\\/v2\\/users': {
    characters: 2_048,
    why: 'a page is cut at 2,048',
  },
};
/** The same for all of a folder or a file. */
const boundedIn: Record<string, { characters: number; why: string }> = {
  'worker/src/bots/': { characters: 1_024, why: 'an agent is cut at 1,024' },
  'worker/src/import-log/mask-line.ts': { characters: 640, why: 'a line is cut before it' },
  'web/src/build/': { characters: 0, why: 'our own files, when the site is built' },
};
const mostBodies = 20;

/** Each regular expression of the product against the text that is worst for it, as recheck finds it. */
export const regularExpressions: Attack = async () => {
  const slow: string[] = [];
  const expect = (what: string, isQuick: boolean, instead: string) => {
    if (!isQuick) slow.push(`${what}: ${instead}`);
  };
  const expressions = collectExpressions();
  if (expressions.length < 100) throw new Error(`Only ${expressions.length} regular expressions were found.`);
  const body = JSON.stringify(
    Array.from({ length: 1_000 }, (_, index) => ({ email: `a${index}@example.org` })),
  );
  const bodyMs = quickestOf(() => JSON.parse(body));
  for (const { source, flags, where } of expressions) {
    const found = await check(source, flags, { timeout: 30_000 });
    const what = `/${source}/${flags} of ${where}`;
    if (found.status !== 'vulnerable') {
      expect(what, found.status === 'safe', found.status);
      continue;
    }
    const expression = new RegExp(source, flags);
    const bound =
      bounded[source] ?? Object.entries(boundedIn).find(([place]) => where.startsWith(place))?.[1];
    if (bound) {
      const bodies = timeOf(expression, found, bound.characters) / bodyMs;
      expect(
        what,
        bodies <= mostBodies,
        `as long as ${bodies.toFixed(1)} bodies, for ${bound.characters} characters`,
      );
    } else {
      const once = timeOf(expression, found, longest / 2);
      const times = timeOf(expression, found, longest) / once;
      // Half a body's time is nothing that one could tell from noise.
      expect(
        what,
        once < bodyMs / 2 || times <= mostTimes,
        `${times.toFixed(1)} times longer for twice as much`,
      );
    }
  }
  for (const one of slow) process.stdout.write(`    slow: ${one}\n`);
  return [{ what: 'tried', value: expressions.length }, atMost('slow', slow.length, 0)];
};

/** Collects from all workspaces that are shipped: literals, `new RegExp` of a text, patterns of JSON schemas, and nginx.conf. */
function collectExpressions(): Expression[] {
  const found = new Map<string, Expression>();
  const add = (where: string, source: string, flags = '') => {
    // nginx' expressions (PCRE) may begin with options, unknown to recheck and JavaScript.
    const [, options = '', rest = source] = /^\(\?([a-z]+)\)(.*)$/s.exec(source) ?? [];
    const key = `/${rest}/${flags}${options}`;
    if (!found.has(key)) found.set(key, { source: rest, flags: flags + options, where });
  };
  for (const workspace of ['contracts', 'server', 'api', 'worker', 'web']) {
    const files = readdirSync(join(root, workspace, 'src'), { encoding: 'utf8', recursive: true });
    for (const file of files.sort())
      if (/(?<!\.spec)\.tsx?$/.test(file) && !/(^|\/)testing\//.test(file))
        collectFrom(`${workspace}/src/${file}`, (source, flags) => {
          add(`${workspace}/src/${file}`, source, flags);
        });
  }
  const schema = readFileSync(join(root, 'site.config.schema.json'), 'utf8');
  JSON.parse(schema, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') add('site.config.schema.json', value, 'u');
    return value;
  });
  const nginx = readFileSync(join(root, 'nginx.conf'), 'utf8').replace(/^\s*#.*$/gm, '');
  for (const [, quoted, isAny, plain] of nginx.matchAll(/"~\*?((?:[^"\\]|\\.)+)"|\s~(\*?)\s*(\S+)(?=\s)/g))
    add('nginx.conf', quoted ?? plain ?? '', isAny ? 'i' : '');
  return [...found.values()];
}

function collectFrom(file: string, add: (source: string, flags: string) => void): void {
  const text = readFileSync(join(root, file), 'utf8');
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node.text.slice(1, end), node.text.slice(end + 1));
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source))
        add(source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    }
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'pattern' &&
      ts.isStringLiteralLike(node.initializer)
    )
      add(node.initializer.text, 'u');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

/** Milliseconds for the worst text of `characters`. */
function timeOf(
  expression: RegExp,
  { attack }: Diagnostics & { status: 'vulnerable' },
  characters: number,
): number {
  const pumped = (count: number) =>
    attack.pumps.reduce((text, { prefix, pump }) => text + prefix + pump.repeat(count), '') + attack.suffix;
  const each = pumped(1).length - pumped(0).length;
  const text = pumped(Math.max(0, Math.floor((characters - pumped(0).length) / each)));
  return quickestOf(() => {
    expression.lastIndex = 0;
    expression.test(text);
  });
}

function quickestOf(work: () => unknown): number {
  const takenMs = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    work();
    return performance.now() - startMs;
  });
  return Math.min(...takenMs);
}
