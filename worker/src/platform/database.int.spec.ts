import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { openDatabase, type Purpose, timeLimits } from './database.js';

const database = useDatabase();
const sources = fileURLToPath(new URL('..', import.meta.url));

it.each(Object.keys(timeLimits) as Purpose[])(
  'a connection for %s ends what takes too long',
  async (purpose) => {
    const db = await openDatabase(database.url, purpose, { applicationName: 'limits', poolSize: 1 });
    try {
      const { statement, lock } = timeLimits[purpose];
      expect(
        await db.query(
          `select current_setting('statement_timeout')::interval = $1::interval as statement,
          current_setting('lock_timeout')::interval = $2::interval as lock`,
          [statement, lock],
        ),
      ).toEqual([{ statement: true, lock: true }]);
    } finally {
      await db.destroy();
    }
  },
);

it('nothing connects without such limits', () => {
  const connects = /\b(createDataSource|dataSourceOptions|new DataSource|new pg\.(Client|Pool))\(/;
  const without = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|^testing\/|^platform\/database\.ts$/.test(file))
    .filter((file) => {
      const text = readFileSync(sources + file, 'utf8');
      return connects.test(text) && !text.includes('options: sessionSettings(');
    });
  expect(without).toEqual([]);
});
