import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteFolders } from './open-dirs.js';
import { keepRelease } from './release.js';
import { readSettings } from './settings.js';

let localDir: string;
beforeEach(() => {
  localDir = mkdtempSync(join(tmpdir(), 'voordeur-release-'));
  chmodSync(localDir, 0o755);
});
afterEach(() => {
  rmSync(localDir, { recursive: true });
});

const make = (...names: string[]) => {
  for (const name of names) mkdirSync(join(localDir, name), { recursive: true });
};
const settingsOf = (release: string) =>
  readSettings({ LOCAL_DIR: localDir, RELEASE: join(localDir, release), POSTGRES_PASSWORD: 'any' });

it('keeps a release and the one before it, with their pages', () => {
  make('releases/1', 'releases/2', 'releases/3.part', 'releases/4', 'releases/5');
  make('www/pages', 'www/pages-1', 'www/pages-2', 'www/pages-4', 'www/rendered');
  keepRelease(settingsOf('releases/4'));
  expect(readlinkSync(join(localDir, 'current'))).toBe('releases/4');
  expect(readdirSync(join(localDir, 'releases'))).toEqual(['2', '4']);
  expect(readdirSync(join(localDir, 'www'))).toEqual(['pages-2', 'pages-4', 'rendered']);
});

it('leaves everything to a checkout that runs itself', () => {
  make('releases/1');
  keepRelease(settingsOf('checkout'));
  expect(readdirSync(localDir)).toEqual(['releases']);
  expect(siteFolders(settingsOf('checkout')).pages).toBe(join(localDir, 'www/pages'));
});
