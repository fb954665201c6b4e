import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './settings.js';

/** The file that holds a release's version. */
export const versionFile = 'VERSION';

/** The version of the checkout or of a release, such as `0.1.0 (v0.1.0-3-g1a2b3c4)`. */
export function readVersion(folder = checkout): string {
  const file = join(folder, versionFile);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const script = join(folder, 'infra/operate/scripts/read-version.mjs');
  return execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
}
