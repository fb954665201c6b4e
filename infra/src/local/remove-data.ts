import { rmSync } from 'node:fs';
import { removeOpenDir } from './open-dirs.js';
import { stopStack } from './stop-stack.js';

/** Stops the processes of a LOCAL_DIR and removes all that is in it. */
export async function removeData(localDir: string): Promise<void> {
  await stopStack(localDir);
  for (const name of ['postgres', 'www', 'nginx']) removeOpenDir(localDir, name);
  rmSync(localDir, { recursive: true, force: true });
}
