import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';

/** The longest text that a stranger can have matched: the body of a request. */
const longest = 32_000;
/** Expressions that are slow on a long text and never get one: at most this many characters, and why. By the file or the text. */
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
  'site.config.schema.json': { characters: 1_024, why: "the owner's own file" },
  'contracts/src/http/email.ts': { characters: 254, why: 'the length of an address is checked before it' },
  'server/src/address-keys.ts': { characters: 100, why: 'isIP is asked before it' },
  'server/src/replicated-writes.ts': { characters: 4_000, why: "Redis' own words" },
  'worker/src/bots/network-rules.ts': { characters: 256, why: 'names of the list of networks' },
  'worker/src/bots/': { characters: 1_024, why: 'an agent is cut at 1,024' },
  'worker/src/importers/log/mask-line.ts': { characters: 640, why: 'a line is cut before it' },
  'web/src/build/': { characters: 0, why: 'our own files, when the site is built' },
};
/** The square of `longest` takes half a second, what is linear about one. */
const mostMs = 100;

interface Expression {
  source: string;
  flags: string;
  /** The first file it's in. */
  where: string;
}

it('matches the worst text for each regular expression in time', { timeout: 1_800_000 }, async () => {
  const expressions = collectExpressions();
  expect(expressions.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { source, flags, where } of expressions) {
    const found = await check(source, flags, { timeout: 30_000 });
    const what = `/${source}/${flags} of ${where}`;
    if (found.status === 'unknown') slow.push(`${what}: recheck gave up`);
    if (found.status !== 'vulnerable') continue;
    const place = Object.keys(bounded).find((one) => where.startsWith(one)) ?? source;
    const { pumps, suffix } = found.attack;
    const pumped = (count: number) =>
      pumps.reduce((text, { prefix, pump }) => text + prefix + pump.repeat(count), '') + suffix;
    const each = pumped(1).length - pumped(0).length;
    const characters = bounded[place]?.characters ?? longest;
    const text = pumped(Math.max(0, Math.floor((characters - pumped(0).length) / each)));
    const ms = quickestMs(new RegExp(source, flags), text);
    if (ms > mostMs) slow.push(`${what}: ${ms.toFixed(0)} ms for ${characters} characters`);
  }
  expect(slow).toEqual([]);
});

function quickestMs(expression: RegExp, text: string): number {
  const tookMs = Array.from({ length: 3 }, () => {
    expression.lastIndex = 0;
    const startMs = performance.now();
    expression.test(text);
    return performance.now() - startMs;
  });
  return Math.min(...tookMs);
}

/** Collects from all workspaces that are shipped: literals, `new RegExp` of a text, patterns of JSON schemas, and nginx.conf. */
function collectExpressions(): Expression[] {
  const found = new Map<string, Expression>();
  const add = (where: string, source: string, flags = '') => {
    // nginx' expressions (PCRE) may begin with options, unknown to recheck and JavaScript.
    const [, options = '', rest = source] = /^\(\?([a-z]+)\)(.*)$/s.exec(source) ?? [];
    const key = `/${rest}/${flags}${options}`;
    if (!found.has(key)) found.set(key, { source: rest, flags: flags + options, where });
  };
  for (const workspace of ['contracts', 'server', 'api', 'worker', 'web'])
    for (const file of readdirSync(join(root, workspace, 'src'), {
      encoding: 'utf8',
      recursive: true,
    }).sort())
      if (/(?<!\.spec)\.tsx?$/.test(file) && !/(^|\/)testing\//.test(file))
        collectFrom(`${workspace}/src/${file}`, add);
  JSON.parse(readFileSync(join(root, 'site.config.schema.json'), 'utf8'), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') add('site.config.schema.json', value, 'u');
    return value;
  });
  const nginx = readFileSync(join(root, 'nginx.conf'), 'utf8').replace(/^\s*#.*$/gm, '');
  for (const [, quoted, isAny, plain] of nginx.matchAll(/"~\*?((?:[^"\\]|\\.)+)"|\s~(\*?)\s*(\S+)(?=\s)/g))
    add('nginx.conf', quoted ?? plain ?? '', isAny ? 'i' : '');
  return [...found.values()];
}

function collectFrom(file: string, add: (where: string, source: string, flags?: string) => void): void {
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(file, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source))
        add(file, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    } else if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'pattern' &&
      ts.isStringLiteralLike(node.initializer)
    )
      add(file, node.initializer.text, 'u');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true));
}
