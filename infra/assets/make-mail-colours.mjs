import { join } from 'node:path';
import { mix, token } from './drawings/palette.mjs';
import { contrastOf } from './rendering/contrast.mjs';
import { root, write } from './rendering/places.mjs';

/** Mails can't read the site's style sheet, and are light: their words in your colour are a darker one. */
export function makeMailColours() {
  const lamp = token('lamp');
  // WCAG 2.2 wants 7 of small text at its stricter level (1.4.6).
  let share = 0;
  while (contrastOf(mix(lamp, '#000000', share), '#f3efe6') < 7) share += 0.02;
  write(
    join(root, 'worker/src/mail/colours.ts'),
    `/** Written by \`make brand-files\`, from web/src/ui/tokens.css. */
export const colours = {
  button: '${lamp}',
  onButton: '${token('ink')}',
  /** Links and the name of the business, on white or nearly so. */
  accent: '${mix(lamp, '#000000', share)}',
};
`,
  );
}
