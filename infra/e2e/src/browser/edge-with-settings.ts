import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

/**
 * nginx with the pages of this build as a worker renders them from the owner's settings; `answer` is in the api's place. The
 * policy that nginx sends is the build's.
 */
export async function startEdgeWith(site: object, answer: RequestListener): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'voordeur-settings-'));
  const order = { folder, publicUrl: 'http://localhost:8080', modifiedAt: 1, version: '1', texts: [], site };
  execFileSync(process.execPath, [join(root, 'web/server/dist/render-pages.js')], {
    input: JSON.stringify(order),
    env: { NODE_ENV: 'production' },
  });
  const edge = await startEdge({
    onFiles: (dir) => {
      cpSync(join(root, 'web/dist'), dir, { recursive: true });
      cpSync(folder, dir, { recursive: true });
    },
    answer,
  });
  rmSync(folder, { recursive: true });
  return edge;
}
