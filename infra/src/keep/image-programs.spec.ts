import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('the image has each program that keep.sh runs in it', () => {
  const { files } = JSON.parse(read('infra/tsconfig.image.json')) as { files: string[] };
  const built = files.map((file) => file.replace('src/', '').replace(/\.ts$/, ''));
  const script = read('infra/local/keep.sh');
  const named = [...script.matchAll(/run infra\/dist\/(\S+)\.js/g)].map(([, program]) => program);
  // Those that it runs by the name of their target.
  const targets = read('Makefile').matchAll(/keep\.sh (\S+)/g);
  const others = [...targets]
    .map(([, target]) => target ?? '')
    .filter((target) => !script.includes(`\n${target})`));
  const wanted = [
    ...named,
    ...others.filter((target) => target !== 'restore-drill').map((target) => `keep/${target}`),
  ];
  expect(wanted.length).toBeGreaterThan(6);
  expect(built).toEqual(expect.arrayContaining(wanted));
  // And the build is given it.
  expect(read('.dockerignore')).toMatch(/^!infra\/src$/m);
});

it('loads nothing of the folders that the image leaves out', () => {
  for (const workspace of ['server', 'api', 'worker']) {
    expect(read(`${workspace}/src/index.ts`), workspace).not.toMatch(/from '.*\/testing\//);
  }
});
