import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function check(...files: string[]) {
  const script = pathOf('../../../infra/brand/check-colours.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' });
  return { status, stdout };
}

it('can be read', () => {
  expect(check()).toEqual({
    status: 0,
    stdout: 'All 38 pairs of colours can be read on each other, in all 3 sets.\n',
  });
});

it('names each pair of colours that can not', () => {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-colours-'));
  const file = join(dir, 'tokens.css');
  const css = readFileSync(pathOf('tokens.css'), 'utf8');
  const changed = css
    .replace(/--color-lamp: .*;/, '--color-lamp: #8F692F;')
    .replace(/--color-paint-2: .*;/, '--color-paint-2: #2f3d38;');
  writeFileSync(file, changed);
  const { status, stdout } = check(file);
  rmSync(dir, { recursive: true });
  expect(status).toBe(1);
  expect(stdout).toContain('evening: lamp on night: a contrast of 3.8, and it needs 4.5\n');
  expect(stdout).toContain('evening: ink on lamp: ');
  expect(stdout).toContain('evening: paint-2 must not be lighter than #1a2a24\n');
  expect(stdout).not.toMatch(/text on night|hearth|blue-hour/);
});
