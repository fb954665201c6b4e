import type { Plugin } from 'vite';
import { isAdminPath } from '../admin/screens.ts';

/** Has Vite's own server answer with the admin's page where nginx does. */
export function adminPage(): Plugin {
  return {
    name: 'admin-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
        if (isAdminPath(path)) request.url = `/admin.html${query === undefined ? '' : `?${query}`}`;
        next();
      });
    },
  };
}
