import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, type Settings } from '@voordeur/operate/local/settings.js';
import { atLeast, median, type Row } from '../measuring/figures.js';
import { personOf } from './bench-stack.js';

const dayMs = 24 * 3_600_000;

/** A log as sites write it: of ten lines four are page views, the rest scripts, pictures, posts and misses. */
const kinds = [
  'GET /page-{n} HTTP/1.1" 200',
  'GET /assets/main.js HTTP/1.1" 200',
  'GET /blog/{n}?utm_source=letter HTTP/1.1" 200',
  'GET /assets/style.css HTTP/1.1" 200',
  'GET /pictures/{n}.png HTTP/1.1" 304',
  'GET / HTTP/1.1" 200',
  'POST /api/thing HTTP/1.1" 201',
  'GET /favicon.ico HTTP/1.1" 200',
  'GET /page-{n}.html HTTP/1.1" 200',
  'GET /gone-{n} HTTP/1.1" 404',
];

/** Lines a second from a log file to rows, by the program of `make import-log`. */
export async function measureImport(settings: Settings, rounds: number, lines: number): Promise<Row[]> {
  const file = join(settings.localDir, 'access.log');
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Lines that are rows already would be passed over.
    const firstMs = Date.now() - (20 + round) * dayMs;
    writeFileSync(file, Array.from({ length: lines }, (_, index) => lineOf(index, lines, firstMs)).join(''));
    const startMs = performance.now();
    await promisify(execFile)(process.execPath, ['worker/dist/importers/log/main.js', file], {
      cwd: root,
      env: settings.environment,
    });
    perSecond.push(lines / ((performance.now() - startMs) / 1_000));
  }
  return [atLeast(`importing a log of ${lines} lines`, median(perSecond), 15_000, 'lines/s')];
}

/** Each person has three lines, far apart. */
function lineOf(index: number, lines: number, firstMs: number): string {
  const { address, userAgent } = personOf((index * 7_919) % Math.floor(lines / 3));
  const request = (kinds[index % kinds.length] ?? '').replace('{n}', String(index % 500));
  return `${address} - - [${stamp(firstMs + index * 50)}] "${request} 1234 "-" "${userAgent}"\n`;
}

/** `21/Nov/2026:12:00:00 +0000`, as in the combined log format. */
function stamp(timeMs: number): string {
  const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(timeMs).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
