import type { Days, EditAnalytics, RangeName } from '@voordeur/contracts/http';
import { readTextChanges } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { readTexts } from '../translations/read-texts.js';
import { limits } from './in-selection.js';
import { inSnapshot } from './query.js';
import { readDaysOf } from './read-range.js';

/** Edits of texts in a named range as of `now`, or on the given days, in days of `timeZone`, and their effects. */
export function readEdits(
  db: DataSource,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<EditAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const [{ days, known }] = await Promise.all([
      readDaysOf(snapshot, range, now, timeZone),
      snapshot.query(limits),
    ]);
    const connection = {
      query: async <Rows>(text: string, values?: unknown[]) =>
        (await snapshot.query(text, values)).rows as Rows,
    };
    const changes = await readTextChanges(connection, days, timeZone);
    const { whole } = await readTexts(connection);
    return {
      ...days,
      changes: changes.toReversed().map((change) => ({
        ...change,
        current: change.texts.every((text) => whole[change.language][text.key] === text.new),
      })),
      asOf: known.asOf.toISOString(),
    };
  });
}
