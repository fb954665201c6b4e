import { expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
const intake = useIntake(database);

it('a batch of two days keeps the salt of the first while another call forgets it', async () => {
  const [first, second] = [Date.parse('2026-03-10T12:00:00Z'), Date.parse('2026-03-11T12:00:00Z')];
  const elevenMinutes = 11 * 60 * 1_000;
  const salt = (await intake.salts.prepare([first], second))(first);
  const preparing = intake.salts.prepare([first, second], second);
  await intake.salts.prepare([], second + elevenMinutes);
  const saltAt = await preparing;
  expect(saltAt(first)).toEqual(salt);
  expect(saltAt(second)).not.toEqual(salt);
});
