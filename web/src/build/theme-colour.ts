import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The ground of the site, `--color-night`, as the colour of the browser's own bars. */
export function themeColour(): Plugin {
  return {
    name: 'theme-colour',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'theme-color', content: readNight() }, injectTo: 'head' },
    ],
  };
}

function readNight(): string {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const [, colour] = /--color-night: (#[0-9a-f]{6});/.exec(tokens) ?? [];
  if (colour === undefined) throw new Error('tokens.css has no --color-night of the form #rrggbb');
  return colour;
}
