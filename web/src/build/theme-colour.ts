import type { Plugin } from 'vite';
import { readToken } from './read-token.ts';

/** The ground of the site, `--color-night`, as the colour of the browser's own bars. */
export function themeColour(): Plugin {
  return {
    name: 'theme-colour',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'theme-color', content: readToken('night') }, injectTo: 'head' },
    ],
  };
}
