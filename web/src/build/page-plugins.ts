import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isAdminPath } from '../admin/screens.ts';

/** The ground of the site, `--color-night`, as the colour of the browser's own bars. */
export function themeColour(): Plugin {
  return {
    name: 'theme-colour',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'theme-color', content: readToken('night') }, injectTo: 'head' },
    ],
  };
}

/** A colour of the design tokens, `#rrggbb`; throws if it's written in another form. */
function readToken(name: string): string {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const [, colour] = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
  if (colour === undefined) throw new Error(`tokens.css has no --color-${name} of the form #rrggbb`);
  return colour;
}

/** Has Vite's own server answer with the admin's page where nginx does. */
export function adminPage(): Plugin {
  return {
    name: 'admin-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = (request.url ?? '').replace(/^[^?]*/, (path) =>
          isAdminPath(path) ? '/admin.html' : path,
        );
        next();
      });
    },
  };
}
