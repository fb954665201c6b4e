import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../local/settings.js';

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const connections = 64;
const warmUpSeconds = 3;

/**
 * Posts visits as fast as they are answered, over 64 connections, after three seconds of warming up.
 * Throws when any answer was not 2xx: a refusal is quicker than the work.
 */
export async function runWrk(baseUrl: string, seconds: number): Promise<Measured> {
  await wrk(baseUrl, warmUpSeconds);
  const { requests, seconds: took, failed, p50Ms, p99Ms } = await wrk(baseUrl, seconds);
  if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${baseUrl} failed`);
  return { perSecond: requests / took, p50Ms, p99Ms };
}

async function wrk(baseUrl: string, seconds: number) {
  const { stdout } = await promisify(execFile)('wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    `--script=${join(root, 'infra/bench/post-visit.lua')}`,
    baseUrl,
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    requests: number;
    seconds: number;
    failed: number;
    p50Ms: number;
    p99Ms: number;
  };
}
