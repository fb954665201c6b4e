import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './settings.js';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-env-'));
  file = join(dir, '.env');
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const example = join(root, '.env.example');
const write = () =>
  execFileSync(process.execPath, [join(root, 'infra/operate/scripts/write-env.mjs'), example, file]);
const read = () => parseEnv(readFileSync(file, 'utf8'));
const secrets = ['ADMIN_SECRET_KEY', 'JWT_SECRET', 'WEBHOOK_SIGNING_SECRET', 'BACKUP_PASSWORD'];
const ofPostgres = ['', 'API_', 'WORKER_', 'MONITOR_'].map((of) => `POSTGRES_${of}PASSWORD`);
const ofRedis = ['', 'API_', 'WORKER_'].map((of) => `REDIS_${of}PASSWORD`);
const all = [...secrets, ...ofPostgres, ...ofRedis].sort();

it('gives each secret a value of its own, for its owner to read', () => {
  write();
  const made = read();
  expect(Object.keys(made).sort()).toEqual(all);
  const { WEBHOOK_SIGNING_SECRET: ofWebhooks, ...others } = made;
  for (const value of Object.values(others)) expect(value).toMatch(/^[0-9a-f]{48}$/);
  expect(ofWebhooks).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(new Set(Object.values(made)).size).toBe(all.length);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('adds to an earlier one what is new, and changes nothing in it', () => {
  const before = 'ADMIN_SECRET_KEY=as it was\nPOSTGRES_PASSWORD=as it was\n';
  writeFileSync(file, before);
  write();
  expect(Object.keys(read()).sort()).toEqual(all);
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith(before)).toBe(true);
  write();
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('gives what is empty a value, in its line', () => {
  writeFileSync(file, readFileSync(example));
  write();
  expect(Object.values(read())).not.toContain('');
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(
    readFileSync(example, 'utf8').split('\n').length,
  );
});
