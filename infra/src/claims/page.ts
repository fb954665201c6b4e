import { type Claim, machines } from './claims.js';

/** Where `docs/claims.md` is, from the root. */
export const pageFile = 'docs/claims.md';

/** `docs/claims.md`: the claims by the document that says them. */
export function drawPage(claims: Claim[]): string {
  const docs = [...new Set(claims.flatMap(({ said }) => Object.keys(said)))];
  return [
    '# Claims anyone can repeat',
    '',
    'Each figure by which this product is judged, in the words of the document that says it, with the command that printed it,',
    'where and when. Commands run in this repository; each starts what it needs.',
    '',
    '`make claims` prints those marked ✓ again, in two to four minutes, and says which moved by more than a fifth. Sizes and shares should',
    'be the same on your machine. Times and rates are those of a machine with nothing else to do, and short turns beside other work move',
    'ratios too.',
    '',
    ...Object.entries(machines).map(([name, description]) => `- **${name}**: ${description}`),
    '',
    'The page is written by `make claims-page` from `infra/src/claims/claims.ts`. `make check` fails if a document no longer says what is',
    'here, or has a measured figure in a table that is not here.',
    '',
    ...docs.flatMap((doc) => [`## ${doc}`, '', ...drawTable(claims, doc), '']),
  ].join('\n');
}

function drawTable(claims: Claim[], doc: string): string[] {
  const lines = claims.flatMap(({ what, said, command, machine, date, again }) => {
    const words = said[doc];
    if (words === undefined) return [];
    const printedBy = command === null ? 'none: by hand' : `\`${command}\``;
    return [`| ${[what, withoutBars(words), printedBy, machine, date, again ? '✓' : ''].join(' | ')} |`];
  });
  return [
    '| what | as it stands there | command | machine | printed | `make claims` |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ];
}

/** A row of a table without its first cell, by which the claim is called, unless that is all there is. */
function withoutBars(words: string): string {
  if (!words.startsWith('|')) return words;
  const cells = words.split('|').slice(1, -1);
  const figures = cells.length > 1 ? cells.slice(1) : cells;
  return figures.map((cell) => cell.trim() || '–').join(' · ');
}
