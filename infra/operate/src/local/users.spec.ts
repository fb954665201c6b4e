import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDir } from './open-dirs.js';
import { giveTo, readerOf, userOf } from './users.js';

const isRoot = process.getuid?.() === 0;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-users-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

// Only one of the two can be tried, depending on who runs this.
if (!isRoot)
  it('each part runs as who starts it', () => {
    expect(userOf('api')).toBeUndefined();
  });
else
  describe('where root starts them', () => {
    it('each part has a user of its own, and none is root', () => {
      const ids = (['redis', 'nginx', 'api', 'worker'] as const).map((part) => userOf(part)?.uid);
      for (const id of ids) expect(id).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('a part that may not read what it runs stays as it was', () => {
      const file = join(dir, 'main.js');
      writeFileSync(file, '');
      expect(readerOf('api', [file])).toBeUndefined();
      chmodSync(dir, 0o755);
      expect(readerOf('api', [file])).toEqual(userOf('api'));
      chmodSync(file, 0o600);
      expect(readerOf('api', [process.execPath, file])).toBeUndefined();
    });

    it('moves folders of an earlier version out of a closed home, to where their user can reach them', () => {
      const localDir = join(dir, '.local');
      mkdirSync(join(localDir, 'redis'), { recursive: true });
      writeFileSync(join(localDir, 'redis/kept'), 'the queues');
      const place = openDir(localDir, 'redis');
      try {
        giveTo(userOf('redis'), place);
        expect(readFileSync(join(place, 'kept'), 'utf8')).toBe('the queues');
        expect(statSync(join(place, 'kept')).uid).toBe(userOf('redis')?.uid);
        expect(lstatSync(join(localDir, 'redis')).isSymbolicLink()).toBe(true);
        // Again, and after it was killed before the link was there.
        expect(openDir(localDir, 'redis')).toBe(place);
        rmSync(join(localDir, 'redis'));
        expect(openDir(localDir, 'redis')).toBe(place);
        expect(existsSync(join(localDir, 'redis/kept'))).toBe(true);
      } finally {
        rmSync(dirname(place), { recursive: true });
      }
    });

    it('leaves a folder that can be reached where it is', () => {
      chmodSync(dir, 0o755);
      expect(openDir(join(dir, '.local'), 'redis')).toBe(join(dir, '.local/redis'));
    });
  });
