import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { root, type Settings } from '../local/settings.js';
import { median, type Row } from '../measuring/figures.js';

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
    await writeLog(file, lines, Date.now() - (20 + round) * dayMs);
    perSecond.push(lines / (await timeImport(settings, file)));
  }
  return [
    {
      what: `importing a log of ${lines} lines`,
      value: median(perSecond),
      unit: 'lines/s',
      target: { atLeast: 15_000 },
    },
  ];
}

/** Seconds. Throws when the program failed. */
async function timeImport(settings: Settings, file: string): Promise<number> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['worker/dist/import-log/main.js', file], {
    cwd: root,
    env: settings.environment,
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return (performance.now() - startMs) / 1_000;
}

async function writeLog(file: string, lines: number, firstMs: number): Promise<void> {
  const out = createWriteStream(file);
  for (let index = 0; index < lines; index += 1) {
    const time = stamp(firstMs + index * 50);
    const request = (kinds[index % kinds.length] ?? '').replace('{n}', String(index % 500));
    const address = `${20 + (index % 150)}.${(index >> 3) % 250}.${index % 250}.7`;
    const agent = `Mozilla/5.0 (X11; Linux x86_64; rv:14${index % 4}.0) Gecko/20100101 Firefox/14${index % 4}.0`;
    const line = `${address} - - [${time}] "${request} 1234 "-" "${agent}"\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

/** `21/Nov/2026:12:00:00 +0000`, as in the combined log format. */
function stamp(timeMs: number): string {
  const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(timeMs).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
