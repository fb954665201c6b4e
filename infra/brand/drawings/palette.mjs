import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contrastOf, mix } from '@voordeur/contracts/http';

/** The site's design tokens, which are the owner's to change. */
export const tokensFile = fileURLToPath(new URL('../../../web/src/ui/tokens.css', import.meta.url));

/** A colour of tokens.css, or of a file like it. Ends the program, in a sentence, if it isn't there as `#` and six digits. */
export function token(name, file = tokensFile) {
  const [, colour] =
    new RegExp(`--color-${name}: (#[0-9a-f]{6});`, 'i').exec(readFileSync(file, 'utf8')) ?? [];
  if (!colour) {
    const place = relative(process.cwd(), file);
    console.error(`${place}: --color-${name} must be there as # and six digits, such as #ffb454.`);
    process.exit(1);
  }
  return colour.toLowerCase();
}

export const night = token('night');
export const lamp = token('lamp');
/** Text on the night colour. */
export const ink = token('text');

/** Your colour for small words on paper or in a mail, darkened until they can be read. */
export function accent() {
  // WCAG 2.2 wants 7 of small text at its stricter level (1.4.6).
  let share = 0;
  while (contrastOf(mix(lamp, '#000000', share), '#f3efe6') < 7) share += 0.02;
  return mix(lamp, '#000000', share);
}

/** The colours of the house, which is drawn and keeps its own. */

export const frame = '#213a31';
export const frameEdge = '#35564a';
export const bar = '#1a2f27';
export const barEdge = '#3a5d50';
export const panel = '#13241d';
export const outline = '#0b1310';
export const stone = '#4a5751';
export const stoneEdge = '#77857d';

/** Objects on a sill, seen against the light. */
export const silhouette = '#22170a';

export const mortar = '#0e1110';
export const bricks = ['#1b1411', '#1f1613', '#241915', '#191412'];
export const soldiers = ['#2a1d17', '#241914', '#2e1f18'];
