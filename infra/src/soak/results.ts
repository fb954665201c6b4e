import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePlace } from '../bench/results.js';
import { root } from '../local/settings.js';
import { median, type Row, show } from '../measuring/figures.js';
import { partNames, quarterOf, type Sample } from './samples.js';

/** From so many minutes on it's a result that is kept. */
const wholeMinutes = 60;

/** `soak.md`, the figures and each part's memory; under `.local` for a short run. */
export function writeSoak(soak: {
  minutes: number;
  rows: Row[];
  fresh: Sample[];
  samples: Sample[];
  rested: Sample[];
  limits: { size: string } | null;
}): void {
  const folder = soak.minutes >= wholeMinutes ? 'infra/bench/results' : '.local/soak-results';
  mkdirSync(join(root, folder), { recursive: true });
  const { machine, measuredAt } = describePlace();
  const on = soak.limits ? `${soak.limits.size} of ${machine}` : machine;
  const text = [
    `\`make soak MINUTES=${soak.minutes}\`, ${measuredAt.slice(0, 10)}, on ${on}.`,
    '',
    '| measured | | wanted |',
    '| --- | ---: | --- |',
    ...soak.rows.map(lineOf),
    '',
    '| memory in MB (PSS) | after the start | first quarter | second | third | last | at rest again |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...partLines(soak),
    '',
  ];
  writeFileSync(join(root, folder, 'soak.md'), text.join('\n'));
  process.stdout.write(`Written: ${folder}/soak.md\n`);
}

function lineOf({ what, value, unit = '', target }: Row): string {
  const wanted = !target
    ? ''
    : 'atLeast' in target
      ? `at least ${show(target.atLeast)}`
      : `at most ${show(target.atMost)}`;
  return `| ${what} | ${show(value)} ${unit} | ${wanted} |`;
}

function partLines({ fresh, samples, rested }: Record<'fresh' | 'samples' | 'rested', Sample[]>): string[] {
  const times = [
    fresh.slice(-3),
    ...([1, 2, 3, 4] as const).map((number) => quarterOf(samples, number)),
    rested.slice(-3),
  ];
  const cells = (of: (sample: Sample) => number) =>
    times.map((some) => median(some.map(of)).toFixed(0)).join(' | ');
  const names = partNames(samples);
  return [
    ...names.map((name) => `| ${name} | ${cells(({ parts }) => parts.get(name)?.pssMb ?? 0)} |`),
    `| all | ${cells(({ memoryMb }) => memoryMb)} |`,
  ];
}
