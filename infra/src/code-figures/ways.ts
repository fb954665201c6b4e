import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../local/settings.js';

/** As many files as one can follow in a sitting. */
const mostFiles = 12;

interface Step {
  file: string;
  /** What this file and the one before it share where no import can: a route, a queue, a table. */
  tie?: string;
}
export interface Way {
  title: string;
  steps: Step[];
}

const page = 'docs/architecture.md';
const chapter = '\n## Three ways through the code\n';

/** Its ways: under a heading `### …`, lines such as "3. `api/src/main.ts` (by `/api/visit`): what it does". */
export function readWays(text = readFileSync(join(root, page), 'utf8').split(chapter)[1] ?? ''): Way[] {
  const [ways = ''] = text.split(/^## /m);
  return ways.split(/^### /m).flatMap((section) => {
    const [title = ''] = section.split('\n');
    const steps = [...section.matchAll(/^\d+\. `([^`]+)`(?: \(by `([^`]+)`\))?/gm)].map(
      ([, file = '', tie]): Step => (tie === undefined ? { file } : { file, tie }),
    );
    return steps.length > 0 ? [{ title, steps }] : [];
  });
}

/** What is wrong with a way, in sentences for the person who renamed a file or moved some code; empty if nothing is. */
export function findFaults({ title, steps }: Way): string[] {
  const tooLong =
    steps.length > mostFiles ? [`${page}, "${title}": ${steps.length} files, ${mostFiles} at most`] : [];
  const found = steps.flatMap((step, index) => {
    const fault = faultOf(step, steps.slice(0, index));
    return fault === null ? [] : [`${page}, "${title}", ${index + 1}: ${step.file} ${fault}`];
  });
  return [...tooLong, ...found];
}

function faultOf({ file, tie }: Step, above: Step[]): string | null {
  if (!existsSync(join(root, file))) return 'does not exist';
  const before = above.at(-1);
  if (!before || !existsSync(join(root, before.file))) return null;
  if (tie !== undefined) {
    const without = [before.file, file].filter((one) => !`${one}\n${contentOf(one)}`.includes(tie));
    return without.length === 0 ? null : `is tied by \`${tie}\`, which is not in ${without.join(' or ')}`;
  }
  if (above.some((earlier) => imports(earlier.file, file)) || imports(file, before.file)) return null;
  return (
    `is imported by no file above it and does not import the one before it (${before.file}); ` +
    'fix the order, or name what both contain: (by `…`)'
  );
}

/** Relative imports only: across workspaces, a way needs a tie that a reader can search for. */
function imports(from: string, to: string): boolean {
  if (!existsSync(join(root, from))) return false;
  const target = withoutExtension(to);
  return [...contentOf(from).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].some(
    ([, path = '']) => withoutExtension(join(dirname(from), path)) === target,
  );
}

const withoutExtension = (path: string) => path.replace(/\.(js|tsx?)$/, '');
const contentOf = (file: string) => readFileSync(join(root, file), 'utf8');
