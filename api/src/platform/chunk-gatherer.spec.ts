import { chunkLimit } from '@voordeur/contracts/jobs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkGatherer } from './chunk-gatherer.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends what arrives within its time as one chunk, and answers all of it at once', async () => {
  const sent: number[][] = [];
  const gathered = new ChunkGatherer<number>({ waitMs: 5, atOnce: 0 }, (events) =>
    Promise.resolve(void sent.push(events)),
  );
  const first = [gathered.add(1), gathered.add(2)];
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(5);
  await Promise.all(first);
  const second = gathered.add(3);
  await vi.advanceTimersByTimeAsync(5);
  await second;
  expect(sent).toEqual([[1, 2], [3]]);
});

it('sends a full chunk at once and begins another', async () => {
  const sizes: number[] = [];
  const gathered = new ChunkGatherer<number>({ waitMs: 5, atOnce: 0 }, (events) =>
    Promise.resolve(void sizes.push(events.length)),
  );
  for (let n = 0; n < chunkLimit + 1; n += 1) void gathered.add(n);
  expect(sizes).toEqual([chunkLimit]);
  expect(gathered.waiting).toBe(2);
  await gathered.flush();
  expect(sizes).toEqual([chunkLimit, 1]);
  expect(gathered.waiting).toBe(0);
});

it('fails all that were in a chunk, and goes on', async () => {
  const outcomes = [() => Promise.reject(new Error('away')), () => Promise.resolve()];
  const gathered = new ChunkGatherer<number>(
    { waitMs: 5, atOnce: 0 },
    () => outcomes.shift()?.() ?? Promise.resolve(),
  );
  const first = Promise.allSettled([gathered.add(1), gathered.add(2)]);
  await gathered.flush();
  expect((await first).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  const second = gathered.add(3);
  await gathered.flush();
  await expect(second).resolves.toBeUndefined();
});

it('sends at once while few are under way, and what comes meanwhile when one of them is answered', async () => {
  const sent: number[][] = [];
  const answers: (() => void)[] = [];
  const gathered = new ChunkGatherer<number>({ waitMs: 5, atOnce: 2 }, (events) => {
    sent.push(events);
    return new Promise((resolve) => answers.push(resolve));
  });
  const add = async (...events: number[]) => {
    for (const event of events) void gathered.add(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  await add(1, 2);
  await add(3);
  await add(4);
  await add(5, 6);
  expect(sent).toEqual([[1, 2], [3]]);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([[1, 2], [3], [4, 5, 6]]);
  await add(7);
  await vi.advanceTimersByTimeAsync(5);
  expect(sent).toEqual([[1, 2], [3], [4, 5, 6], [7]]);
});
