import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileNetworks } from './compile-networks.js';
import { bundledNetworks } from './networks.js';

/** Part of the build: npm's list of networks (33 MB) becomes the two files that a worker reads (0.3 MB). */
const programs = readdirSync(import.meta.dirname).filter((name) => /network.*\.js$/.test(name));
for (const family of [4, 6] as const) {
  const target = bundledNetworks(family);
  const csv = createRequire(import.meta.url).resolve(`@ip-location-db/asn/asn-ipv${family}.csv`);
  if (isNewer(target, [csv, ...programs.map((name) => join(import.meta.dirname, name))])) continue;
  mkdirSync(dirname(target), { recursive: true });
  // A worker that starts from this folder meanwhile never reads half of one.
  const whole = `${target}.${process.pid}`;
  try {
    await compileNetworks(csv, family, whole);
    await rename(whole, target);
  } finally {
    await rm(whole, { force: true });
  }
}

/** It takes seconds, and most builds change nothing about it. */
function isNewer(file: string, sources: string[]): boolean {
  if (!existsSync(file)) return false;
  const { mtimeMs } = statSync(file);
  return sources.every((source) => statSync(source).mtimeMs < mtimeMs);
}
