import { join } from 'node:path';
import { openDir } from './open-dirs.js';

export interface SiteFolders {
  /** The browser's build. */
  pages: string;
  /** The build with which the workers render pages. */
  server: string;
  /** Where they render them to. */
  renderedPages: string;
}

/** The folders of the site that runs, in the one that nginx's workers may read. */
export function siteFolders(localDir: string): SiteFolders {
  const www = openDir(localDir, 'www');
  return { pages: join(www, 'pages'), server: join(www, 'server'), renderedPages: join(www, 'rendered') };
}
