import { pagePaths } from '@voordeur/contracts/http';
import fc from 'fast-check';

const pages = ['/nl', pagePaths.booking[0] ?? '', '/odd'];
/** Edges see everybody: a person's view is dropped there, and a bot's joined with the same one by the beacon. */
const viewer = fc.constantFrom('person', 'bot', 'person at the edge', 'bot at the edge');
const one = fc.integer({ min: 0, max: 1 });
const workers = fc.subarray([0, 1], { minLength: 1 });
const view = fc.record({ viewer, page: fc.constantFrom(...pages), visitor: one });
export type View = typeof view extends fc.Arbitrary<infer Value> ? Value : never;

const command = fc.oneof(
  /** A chunk of page views is in its queue. */
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('visits'),
      views: fc.array(view, { minLength: 1, maxLength: 3, size: 'max' }),
    }),
  },
  /** The last chunk is added again, or those of its views that leave rows in another chunk. */
  { weight: 1, arbitrary: fc.record({ do: fc.constant('visits again'), inAnotherChunk: fc.boolean() }) },
  /** Somebody sends a form, perhaps twice, or the last one again, with its key. */
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('lead'),
      person: one,
      isRepeated: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redis'), isAway: fc.boolean() }) },
  /** Workers take jobs that are due, of each queue at most this many. */
  { weight: 7, arbitrary: fc.record({ do: fc.constant('work'), workers, most: fc.constantFrom(1, 9) }) },
  /** Workers send the effects that are due. */
  { weight: 4, arbitrary: fc.record({ do: fc.constant('relay'), workers }) },
  /** Destinations fail this often from now on. */
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fail'), attempts: fc.integer({ min: 1, max: 3 }) }),
  },
  /** Time passes; frozen workers don't renew what they have. */
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time'),
      seconds: fc.constantFrom(6, 20, 70),
      isFrozen: fc.boolean(),
    }),
  },
  /** The owner erases a person. */
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase person'), person: one }) },
  /** A visitor erases their visit of the day. */
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase visit'), visitor: one }) },
  /** After some turns of this worker it is killed, or its connection is lost with a statement or with its result. */
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('break'),
      worker: one,
      turns: fc.nat({ max: 25 }),
      what: fc.constantFrom('process', 'statement', 'result'),
    }),
  },
);
export type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** The commands of a run; each command some turns after the one before. */
export const someCommands = fc.array(fc.record({ afterTurns: fc.nat({ max: 12 }), command }), {
  ...{ minLength: 10, maxLength: 18, size: 'max' },
});
export type Commands = typeof someCommands extends fc.Arbitrary<infer Value> ? Value : never;
