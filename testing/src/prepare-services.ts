import { rolesSql } from '@voordeur/contracts/db';
import { asOwner, createTestDatabase, dropDatabase } from './services.js';

/** For vitest, which runs it before the first file: makes the roles, and the template that each file's database copies. */
export default async function prepareServices(): Promise<(() => Promise<void>) | undefined> {
  await makeRoles();
  if (process.env['TEST_TEMPLATE']) return undefined;
  const { name, dataSource } = await createTestDatabase();
  // Postgres copies a database only while nobody is connected to it.
  await dataSource.destroy();
  process.env['TEST_TEMPLATE'] = name;
  return () => dropDatabase(name);
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
