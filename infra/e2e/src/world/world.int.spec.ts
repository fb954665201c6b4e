import { JobProducer } from '@voordeur/api/testing';
import { openWorld, someCommands, useDatabase } from '@voordeur/worker/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * The worker's batches, outbox, retries and erasures in one process, on a real Postgres: some commands (a lead arrives, a
 * worker crashes, a person is erased), in an order of every single statement that fast-check's scheduler decides on. A run that
 * fails says how to repeat it; it becomes a test here.
 */
const { THOROUGH, WORLD_RUNS = THOROUGH ? '2000' : '80', WORLD_SEED, WORLD_PATH } = process.env;
const hourMs = 60 * 60_000;
const database = useDatabase({ keepRows: true });
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld(database, (db) => {
    type Given = ConstructorParameters<typeof JobProducer>;
    const jobs = new JobProducer(
      { isFull: false, usedShare: 0 } as Given[0],
      db,
      { replicated: { write: (add: () => Promise<unknown>) => add() } } as unknown as Given[2],
      { redisWaitReplicas: 0 } as Given[3],
      { warn: () => undefined } as unknown as Given[4],
    );
    return (queue, ...job) => jobs.addOrSpill(queue as never, ...job);
  });
});
afterAll(() => world.close());

it(
  'loses nothing, doubles nothing and counts right, whatever happens when',
  { timeout: 2 * hourMs },
  async () => {
    const property = fc.asyncProperty(fc.scheduler(), someCommands, async (scheduler, commands) => {
      expect(await world.run(scheduler, commands)).toEqual([]);
    });
    const { failed, seed, counterexamplePath, ...result } = await fc.check(property, {
      numRuns: Number(WORLD_RUNS),
      plugins: [fc.interruptAfterTimeLimit(hourMs)],
      ...(WORLD_SEED && { seed: Number(WORLD_SEED) }),
      ...(WORLD_PATH && { path: WORLD_PATH }),
      // It takes hundreds of runs to find a shorter one.
      endOnFailure: !WORLD_PATH,
    });
    if (!failed) return;
    throw new Error(
      `after ${result.numRuns} runs; to repeat and shorten: WORLD_SEED=${seed} WORLD_PATH=${counterexamplePath}
${fc.stringify(result.counterexample)}`,
      { cause: result.errorInstance },
    );
  },
);
