import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packColumns, unpackColumns } from './pack-columns.js';
import {
  narrow,
  numberColumns,
  type SessionColumns,
  startsOfPagesBetween,
  valueColumns,
} from './session-columns.js';

const record = <Key extends string, Value>(keys: readonly Key[], value: fc.Arbitrary<Value>) =>
  fc
    .tuple(...keys.map(() => value))
    .map((some) => Object.fromEntries(keys.map((key, index) => [key, some[index]])) as Record<Key, Value>);

const numbers = fc
  .tuple(fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1), fc.array(fc.nat({ max: 255 })))
  .map(([highest, others]) => narrow([...others, highest]));
const values = fc.array(fc.string({ unit: 'grapheme' }));

it('reads back what was packed, whatever the widths and lengths', () => {
  const columns: fc.Arbitrary<SessionColumns> = fc.record({
    numbers: record(numberColumns, numbers),
    values: record(valueColumns, values),
  });
  fc.assert(
    fc.property(columns, (given) => {
      expect(unpackColumns(packColumns(given))).toEqual(given);
    }),
  );
});

it('packs numbers as narrowly as the highest allows', () => {
  const widths = [[], [255], [256], [65_535], [65_536, 1]].map((some) => narrow(some).BYTES_PER_ELEMENT);
  expect(widths).toEqual([1, 1, 2, 2, 4]);
});

it("knows where each session's pages begin", () => {
  const columns = { numbers: { pagesBetween: narrow([2, 0, 3]) } } as SessionColumns;
  expect([...startsOfPagesBetween(columns)]).toEqual([0, 2, 2, 5]);
});
