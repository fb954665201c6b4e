import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(
    (file) =>
      existsSync(join(root, file)) && !/^(THIRD-PARTY|CHANGELOG|infra\/assets\/texts|\.github)/.test(file),
  );

/** The anchors that GitHub and Forgejo give to a page's headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('each link between documents leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, file = '', anchor]) => {
        const target = file === '' ? page : join(dirname(page), file);
        const found =
          existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
        return found ? [] : [`${page}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

it('each command of make in a document is a target', () => {
  const targets = new Set([...read('Makefile').matchAll(/^([a-z][a-z-]*):/gm)].map(([, name]) => name));
  const missing = pages.flatMap((page) => {
    const code = Array.from(
      read(page).matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g),
      ([, block, word]) => block ?? word,
    );
    const commands = code.join('\n').matchAll(/(?:^ *|&& )(?:[A-Z_]+=\S+ )*make ([a-z][a-z-]*)/gm);
    return Array.from(commands, ([, name]) => name).flatMap((name) =>
      targets.has(name) ? [] : [`${page}: make ${name}`],
    );
  });
  expect(missing).toEqual([]);
});

it('each file that a document names exists', () => {
  const path = /`((?:api|contracts|docs|infra|server|testing|web|worker)\/[\w./-]+\.\w+)`/g;
  const missing = pages.flatMap((page) =>
    Array.from(read(page).matchAll(path), ([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(missing).toEqual([]);
});

/** The most files that one of these ways may have; it's what somebody reads who looks for a fault. */
const mostFiles: Record<string, number> = { 'A page view': 10, 'A lead': 11, 'A filtered question': 7 };

it('each way through the code follows from file to file', () => {
  const [, section = ''] = read('docs/architecture.md').split(/^## .* ways through the code$/m);
  const ways = (section.split(/^## /m)[0] ?? '').split(/^### /m).slice(1);
  const wrong = ways.flatMap((way) => {
    const name = way.slice(0, way.indexOf('\n'));
    const steps = [...way.matchAll(/^\d+\. `([^`]+)`(?: \(by `([^`]+)`\))?:/gm)];
    const loose = steps.slice(1).filter(([, file = '', word], index) => {
      if (word !== undefined) return !read(file).includes(word);
      const above = steps.slice(0, index + 1).map(([, earlier = '']) => read(earlier));
      return !above.some((text) => text.includes(`/${basename(file, extname(file))}`));
    });
    const isLong = steps.length === 0 || steps.length > (mostFiles[name] ?? 12);
    return [
      ...(isLong ? [`${name}: ${steps.length} files`] : []),
      ...loose.map(([line]) => `${name}: ${line}`),
    ];
  });
  expect(ways).toHaveLength(4);
  expect(wrong).toEqual([]);
});

/** The rows of a CSV file next to this test, by the names in its first line. */
function readRows(file: string): Record<string, string>[] {
  const [head = [], ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

it.each(['asvs.csv', 'spec-coverage.csv'])('%s names code and tests that exist', (file) => {
  const rows = readRows(file);
  expect(rows.length).toBeGreaterThan(100);
  const named = rows.flatMap(({ code = '', tests = '' }) => `${code} ${tests}`.split(' ').filter(Boolean));
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
