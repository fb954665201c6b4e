import {
  type PersonalData,
  personalData,
  personalDataOfPhone,
  personalDataOfText,
} from '@voordeur/contracts/db';
import { emailKey, emailSpellings } from '@voordeur/contracts/email';
import type { DataSource } from 'typeorm';
import type { Person } from './erasures.js';

/** Every row about a person, by table; tables without one are left out. Only reads. */
export async function exportPerson(db: DataSource, person: Person): Promise<Record<string, unknown[]>> {
  const [places, spellings] = waysToFind(person);
  return db.transaction('REPEATABLE READ', async (snapshot) => {
    const found: Record<string, unknown[]> = {};
    for (const { table, where, belongsToOther } of places) {
      if (belongsToOther) continue;
      for (const sought of spellings) {
        const rows: { row: unknown }[] = await snapshot.query(
          `select to_jsonb(held) as row from ${table} as held where ${where}`,
          [sought],
        );
        if (rows.length > 0) found[table] = [...(found[table] ?? []), ...rows.map(({ row }) => row)];
      }
    }
    return found;
  });
}

function waysToFind(person: Person): [PersonalData[], string[]] {
  if ('email' in person) return [personalData, emailSpellings(person.email)];
  return 'phone' in person
    ? [personalDataOfPhone, [person.phone]]
    : [personalDataOfText, [emailKey(person.text)]];
}
