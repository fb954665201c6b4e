import { join } from 'node:path';
import { accent, lamp, token } from './drawings/palette.mjs';
import { root, write } from './rendering/places.mjs';

/** Mails can't read the site's style sheet, and are light: their words in your colour are a darker one. */
export function makeMailColours() {
  write(
    join(root, 'worker/src/mail/colours.ts'),
    `/** Written by \`make files NAME=brand\`, from web/src/ui/tokens.css. */
export const colours = {
  button: '${lamp}',
  onButton: '${token('ink')}',
  /** Links and the name of the business, on white or nearly so. */
  accent: '${accent()}',
};
`,
  );
}
