import { readFileSync } from 'node:fs';

/** A colour of the design tokens, `#rrggbb`; throws if it's written in another form. */
export function readToken(name: string): string {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const [, colour] = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
  if (colour === undefined) throw new Error(`tokens.css has no --color-${name} of the form #rrggbb`);
  return colour;
}
