import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './settings.js';

/* Where this is run there may be no registry: a program in the place of Docker answers as it would with one. */
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-pin-'));
  for (const name of ['docker-compose.yml', 'docker-compose.observe.yml', 'infra/docker'])
    cpSync(join(root, name), join(dir, name), { recursive: true });
  mkdirSync(join(dir, 'bin'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const env = () => ({ PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}` });
const script = () => join(dir, 'infra/docker/pin-images.sh');
const read = (name: string) => readFileSync(join(dir, name), 'utf8');

function answerAs(lines: string) {
  writeFileSync(join(dir, 'bin/docker'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}
const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;
const registry = (letter: string) => {
  answerAs(`[ "$1" = pull ] || echo "$(echo "$5" | cut -d : -f 1)@${digestOf(letter)}"`);
};

it('writes a digest behind each tag, and another one later', () => {
  registry('a');
  execFileSync(script(), { env: env() });
  expect(read('docker-compose.yml')).toContain(`image: postgres:17-trixie@${digestOf('a')}\n`);
  expect(read('docker-compose.yml')).toContain(`image: redis:8-trixie@${digestOf('a')}\n`);
  expect(read('docker-compose.observe.yml').match(/image: \S+@sha256:a{64}$/gm)).toHaveLength(7);
  expect(read('infra/docker/nginx.Dockerfile')).toContain(
    `FROM nginx:stable-trixie@${digestOf('a')} AS nginx\n`,
  );
  const stages = read('infra/docker/server.Dockerfile').match(/^FROM .*$/gm) ?? [];
  expect(stages).toContain(`FROM node:24-trixie-slim@${digestOf('a')} AS packages`);
  expect(stages).toContain('FROM packages AS build');
  registry('b');
  execFileSync(script(), { env: env() });
  expect(read('docker-compose.yml')).toContain(`image: redis:8-trixie@${digestOf('b')}\n`);
  expect(read('docker-compose.yml')).not.toContain('aaaa');
  // The script starts a program or two for each image.
}, 30_000);

it('changes nothing where a registry does not answer', () => {
  answerAs('[ "$3" != redis:8-trixie ]');
  const before = read('docker-compose.yml');
  const { status, stdout } = spawnSync(script(), { env: env(), encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toMatch(/can't be had|has no digest/);
  expect(read('docker-compose.yml')).toBe(before);
});
