import { chunkLimit } from '@voordeur/contracts/jobs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkGatherer } from './chunk-gatherer.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends what arrives within its time as one chunk, and answers all of it at once', async () => {
  const sent: number[][] = [];
  const gathered = new ChunkGatherer<number>({ maxWaitMs: 5, maxInFlight: 0 }, (events) =>
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
  const gathered = new ChunkGatherer<number>({ maxWaitMs: 5, maxInFlight: 0 }, (events) =>
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
    { maxWaitMs: 5, maxInFlight: 0 },
    () => outcomes.shift()?.() ?? Promise.resolve(),
  );
  const first = Promise.allSettled([gathered.add(1), gathered.add(2)]);
  await gathered.flush();
  expect((await first).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  const second = gathered.add(3);
  await gathered.flush();
  await expect(second).resolves.toBeUndefined();
});

describe('with chunks that wait for their answer', () => {
  const sent: number[][] = [];
  const answers: (() => void)[] = [];
  let gathered: ChunkGatherer<number>;
  const add = async (...events: number[]) => {
    for (const event of events) void gathered.add(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  const answer = async (chunk: number) => {
    answers[chunk]?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  const many = Array.from({ length: 32 }, (_, n) => n);

  beforeEach(() => {
    sent.length = 0;
    answers.length = 0;
    gathered = new ChunkGatherer<number>({ maxWaitMs: 5, maxInFlight: 2 }, (events) => {
      sent.push(events);
      return new Promise((resolve) => answers.push(resolve));
    });
  });

  it('sends the first at once, and the few that come meanwhile when it is answered', async () => {
    await add(1, 2);
    await add(3);
    await add(4);
    expect(sent).toEqual([[1, 2]]);
    await answer(0);
    expect(sent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('sends a second chunk of many events at once, and further events when one of both is answered', async () => {
    await add(1);
    await add(...many);
    expect(sent).toEqual([[1], many]);
    await add(...many, 2);
    expect(sent).toHaveLength(2);
    await answer(1);
    expect(sent).toEqual([[1], many, [...many, 2]]);
  });

  it('keeps a few back while the other of both still waits', async () => {
    await add(1);
    await add(...many);
    await add(2);
    await answer(0);
    expect(sent).toHaveLength(2);
    await answer(1);
    expect(sent).toEqual([[1], many, [2]]);
  });

  it('sends a few when their time is up, answer or none', async () => {
    await add(1);
    await add(2);
    await vi.advanceTimersByTimeAsync(4);
    expect(sent).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([[1], [2]]);
  });
});
