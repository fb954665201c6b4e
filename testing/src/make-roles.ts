import { rolesSql } from '@voordeur/contracts/db';
import { asOwner } from './services.js';

/** For vitest, which runs it once, before the first file, with an argument of its own. */
export default function makeRolesOnce(): Promise<void> {
  return makeRoles();
}

/** The programs' roles on a server: that of all tests if none is named. */
export async function makeRoles(serverUrl?: string): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query('begin');
    for (const sql of rolesSql({ api: 'voordeur', worker: 'voordeur', monitor: 'voordeur' }))
      await owner.query(sql);
    await owner.query('commit');
  }, serverUrl);
}
