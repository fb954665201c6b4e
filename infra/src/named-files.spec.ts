import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './local/settings.js';

it.each(['README.md', 'docs/architecture.md'])('every file and folder that %s names exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replace(/\(by `[^`]+`\)/g, '');
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, to = '']) =>
    join(dirname(page), to),
  );
  const named = Array.from(
    text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w.-]+\.(?:conf|json|cjs|md))\/?`/g),
    ([, path = '']) => path,
  );
  const paths = [...links, ...named];
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
