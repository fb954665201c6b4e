import { describe, expect, it } from 'vitest';
import { findFaults, readWays, type Way } from './ways.js';

// Each imports the next.
const [spec, ways, settings] = [
  'infra/src/code-figures/ways.spec.ts',
  'infra/src/code-figures/ways.ts',
  'infra/src/local/settings.ts',
];

/** The faults of a way with these lines. */
function faultsOf(...lines: string[]): string[] {
  return readWays(`### The way\n\n${lines.join('\n')}\n`).flatMap((way: Way) => findFaults(way));
}

it('the ways of docs/architecture.md are the files that one opens, each linked to those before it', () => {
  const documented = readWays();
  expect(documented).toHaveLength(3);
  expect(documented.flatMap(findFaults)).toEqual([]);
});

describe('a way is wrong', () => {
  it('if a file is gone', () => {
    expect(faultsOf(`1. \`${ways}\``, '2. `infra/gone.ts`')).toEqual([
      'docs/architecture.md, "The way", 2: infra/gone.ts does not exist',
    ]);
  });

  it('if a file is not linked to those before it', () => {
    expect(faultsOf(`1. \`${ways}\``, '2. `nginx.conf`')).toEqual([
      expect.stringContaining(
        `nginx.conf is imported by no file above it and does not import the one before it (${ways})`,
      ),
    ]);
  });

  it('if what ties two files is not in both', () => {
    expect(faultsOf('1. `nginx.conf`', `2. \`${ways}\` (by \`/api/nothing\`): what it does`)).toEqual([
      `docs/architecture.md, "The way", 2: ${ways} is tied by \`/api/nothing\`, which is not in nginx.conf or ${ways}`,
    ]);
  });

  it('if it is too long', () => {
    const thirteen = Array.from({ length: 13 }, (_, index) => `${index + 1}. \`${index % 2 ? ways : spec}\``);
    expect(faultsOf(...thirteen)).toEqual(['docs/architecture.md, "The way": 13 files, 12 at most']);
  });
});

it('takes an import by any earlier file, and one of the file right above', () => {
  expect(faultsOf(`1. \`${ways}\``, `2. \`${spec}\``, `3. \`${settings}\``)).toEqual([]);
});
