import type { SqlOutcome } from './run-sql-mutants.js';
import { type Explanation, mutantsOf, scoreOf, type Tally } from './survivors.js';

/** Where it is, from the root. */
export const pageFile = 'docs/mutants.md';

interface Results {
  /** `YYYY-MM-DD` */
  date: string;
  /** Without a tally: one that hasn't been run here. */
  parts: { name: string; what: string; tally: Tally | undefined }[];
  sql: SqlOutcome[];
  explanations: Explanation[];
}

/** `docs/mutants.md`: the scores, and why each survivor may survive. */
export function drawPage({ date, parts, sql, explanations }: Results): string {
  const rows = parts.map(({ name, what, tally }) =>
    tally ? drawRow(`${name}: ${what}`, tally) : `| ${name}: ${what} | not run | | | | |`,
  );
  const all = parts.reduce<Tally>(
    (sum, { tally }) => ({
      killed: sum.killed + (tally?.killed ?? 0),
      timedOut: sum.timedOut + (tally?.timedOut ?? 0),
      survived: sum.survived + (tally?.survived ?? 0),
    }),
    { killed: 0, timedOut: 0, survived: 0 },
  );
  const files = [...new Set(explanations.map(({ file }) => file))].sort();
  return [
    '# Mutants',
    '',
    'A mutant is our code with one small mistake: a `>` that became `>=`, a condition that is always true, a call that is gone. A test',
    'has to fail with each. Stryker makes them in the files where a mistake costs leads or figures (`infra/src/mutants/parts.ts`) and runs the',
    'specs of the part, unit and integration, on real Postgres and Redis, databases of its own for each of its four workers.',
    '',
    '```sh',
    'make mutants                  # all; again: only what has changed since',
    'make mutants PART=webhooks    # one part',
    '```',
    '',
    'It fails if a part has less than 85 %, if a mutant survives that has no explanation in `infra/src/mutants/explanations.ts`, or if one',
    'that has an explanation is killed by now. Every run writes this page.',
    '',
    `Last on ${date}, on a machine with two cores.`,
    '',
    '| part | mutants | killed | timed out | survived | score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    drawRow('**all**', all),
    '',
    'A mutant that no test runs counts as survived; one that hangs is noticed by its time.',
    '',
    '## Mutants of SQL',
    '',
    'Stryker does not read SQL, and a statement without one of its strings is one that Postgres refuses, so in the rollups strings are left as',
    'they are. These mistakes are made by hand (`infra/src/mutants/sql-mutants.ts`), one at a time in a copy of the checkout, and the spec',
    'that is named must fail.',
    '',
    '| file | the mistake | noticed by | |',
    '| --- | --- | --- | --- |',
    ...sql.map(
      ({ mutant: { file, why, spec }, killed }) =>
        `| \`${file}\` | ${why} | \`${spec}\` | ${killed ? 'killed' : '**survived**'} |`,
    ),
    '',
    '## Survivors',
    '',
    ...files.flatMap((file) => [
      `### ${file}`,
      '',
      ...explanations
        .filter((one) => one.file === file)
        .flatMap(({ mutants, why }) => [`- ${why}`, ...mutants.map((mutant) => `  - ${asCode(mutant)}`)]),
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function drawRow(name: string, tally: Tally): string {
  const { killed, timedOut, survived } = tally;
  const cells = [name, mutantsOf(tally), killed, timedOut, survived, `${scoreOf(tally).toFixed(1)} %`];
  return `| ${cells.join(' | ')} |`;
}

/** Code that may hold backticks itself. */
function asCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
