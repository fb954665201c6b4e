import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { claims } from './claims.js';
import { compareClaim } from './compare-claim.js';
import { drawPage, pageFile } from './page.js';

/**
 * `make claims`: prints the claims that take no long run again, beside what the documents say. A figure that moved is no
 * failure, because machines differ; one that its command didn't print is. `make claims-page` writes docs/claims.md.
 */
const write = (line: string) => process.stdout.write(`${line}\n`);

/** All that the command prints, on either channel. One that misses a target of its own ends with 1 and has printed its figures. */
function run(command: string): string {
  write(`Running ${command}`);
  const { stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return stdout + stderr;
}

function printAgain(): void {
  const shortOnes = claims.flatMap(({ what, again }) => (again ? [{ what, again }] : []));
  const commands = [...new Set(shortOnes.map(({ again }) => again.command))];
  const outputs = new Map(commands.map((command) => [command, run(command)]));
  const compared = shortOnes.map(({ what, again }) => ({
    what,
    again,
    ...compareClaim(again, outputs.get(again.command) ?? ''),
  }));

  const print = (cells: [string, string, string, string]) =>
    write(
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(75) : cell.padStart(9)))
        .join(' ')
        .trimEnd(),
    );
  write('');
  print(['claim', 'said', 'now', 'moved by']);
  for (const { what, again, now, movedBy } of compared)
    print([what, again.figure, now ?? 'missing', movedBy === null ? '' : inPercent(movedBy)]);

  const there = compared.filter(({ now }) => now !== null);
  const moved = there.filter(({ movedBy }) => Math.abs(movedBy ?? 0) > 0.2);
  write(`\n${moved.length} of ${there.length} moved by more than a fifth${moved.length ? ':' : '.'}`);
  for (const { what } of moved) write(`  ${what}`);
  if (moved.length)
    write(
      'On another machine, or beside other work, times and rates move, and ratios some; sizes and shares should not.',
    );

  const failed = commands.filter((command) =>
    compared.some(({ again, now }) => again.command === command && now === null),
  );
  for (const command of failed) {
    write(`\n${command} did not print all of its figures. Its last lines:`);
    write((outputs.get(command) ?? '').trimEnd().split('\n').slice(-20).join('\n'));
    process.exitCode = 1;
  }
}

const inPercent = (share: number) => `${share < 0 ? '' : '+'}${Math.round(100 * share)} %`;

if (process.argv[2] === 'page') writeFileSync(join(root, pageFile), drawPage(claims));
else printAgain();
