import { rolesSql } from '@voordeur/contracts/db';
import { asOwner } from './services.js';

/** The programs' roles on the Postgres of the tests; vitest runs it once, before the first file. */
export default function makeRolesOnce(): Promise<void> {
  return makeRoles();
}

/** The same on another server. */
export async function makeRoles(serverUrl?: string): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query('begin');
    for (const sql of rolesSql({ api: 'voordeur', worker: 'voordeur', monitor: 'voordeur' }))
      await owner.query(sql);
    await owner.query('commit');
  }, serverUrl);
}
