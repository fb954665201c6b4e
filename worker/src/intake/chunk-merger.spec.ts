import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { type Chunk, ChunkMerger } from './chunk-merger.js';

const ofSize = (events: number): Chunk => ({
  id: uuidv7(),
  data: { events: Array<number>(events).fill(7) },
});

/** One whose batches, written down as [chunks, events], last until they are finished by hand. */
function paused(writersAtOnce = 1) {
  const batches: [chunks: number, events: number][] = [];
  const finish: (() => void)[] = [];
  const merger = new ChunkMerger({
    record: (chunks, events) => {
      batches.push([chunks.length, events]);
      return new Promise((resolve) => finish.push(resolve));
    },
    checkDatabase: () => Promise.resolve(),
    writersAtOnce,
  });
  const add = (...chunks: Chunk[]) => Promise.all(chunks.map((chunk) => merger.add(chunk)));
  return { merger, batches, finish, add };
}
const many = (count: number, events = 1) => Array.from({ length: count }, () => ofSize(events));

it('wants jobs by the events of a chunk, at least 4 and at most 120', () => {
  const { merger, add } = paused(9);
  expect(merger.jobsWanted).toBe(120);
  void add(ofSize(900));
  expect(merger.jobsWanted).toBe(60);
  void add(ofSize(50_000));
  expect(merger.jobsWanted).toBe(4);
});

it('waits for no other chunk once it has as many as it wants', () => {
  const { batches, add } = paused();
  void add(...many(119));
  expect(batches).toEqual([]);
  void add(ofSize(1));
  expect(batches).toEqual([[120, 120]]);
});

it('gathers again once it has none', async () => {
  const { batches, finish, add } = paused();
  const first = add(...many(120));
  finish[0]?.();
  await first;
  void add(...many(119));
  await expect
    .poll(() => batches)
    .toEqual([
      [120, 120],
      [119, 119],
    ]);
});

it('starts a batch with what has waited for a writer, and takes no more than a transaction’s worth', async () => {
  const { batches, finish, add } = paused();
  void add(...many(17, 500));
  expect(batches).toEqual([[8, 4_000]]);
  finish[0]?.();
  await expect
    .poll(() => batches)
    .toEqual([
      [8, 4_000],
      [8, 4_000],
    ]);
  finish[1]?.();
  await expect
    .poll(() => batches)
    .toEqual([
      [8, 4_000],
      [8, 4_000],
      [1, 500],
    ]);
});

it('gathers while the batch before is written, too', async () => {
  const { batches, finish, add } = paused();
  const first = add(ofSize(1));
  await expect.poll(() => finish).toHaveLength(1);
  void add(ofSize(1));
  finish[0]?.();
  await first;
  void add(ofSize(1));
  await expect
    .poll(() => batches)
    .toEqual([
      [1, 1],
      [2, 2],
    ]);
});

it('takes what is no list of events, or an empty one, for one event', async () => {
  const { batches, add } = paused();
  void add(
    ...[null, undefined, 'nonsense', { events: 'many' }].map((data) => ({ id: uuidv7(), data })),
    ofSize(0),
  );
  await expect.poll(() => batches).toEqual([[5, 5]]);
});
