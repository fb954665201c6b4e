import { goalEventSchema, queueNames, type GoalEvent } from '@voordeur/contracts/jobs';
import { hashVisitor } from './anonymize.js';
import type { Chunk } from './chunk-merger.js';
import { leaveOutErased } from './erased-visitors.js';
import type { IntakeContext } from './intake.js';
import { parseEvents } from './parse-events.js';
import { compileSchema, setAside } from './rejected-events.js';
import { type ReadChunk, storeChunks } from './store-chunks.js';
import { type GoalReport, reachReported } from './reach-goals.js';

const isGoalEvent = compileSchema<GoalEvent>(goalEventSchema);

/**
 * Turns chunks of goals that pages reported into rows and adds them to their sessions, in one transaction, once however
 * often it runs. Bots' goals are dropped and counted. Throws when a service is away (retry), and when Postgres refuses
 * several chunks (try each alone).
 */
export async function recordGoals(chunks: Chunk[], intake: IntakeContext): Promise<void> {
  const { db, days, timeZone } = intake;
  await storeChunks(chunks, {
    db,
    days,
    queue: queueNames.goals,
    read: (chunk) => readChunk(chunk, intake),
    store: async (tx, reached) => {
      const { kept, dropped } = await leaveOutErased(tx, reached);
      const stored = await reachReported(tx, kept, timeZone);
      return { stored, dropped };
    },
  });
}

async function readChunk(chunk: Chunk, { db, lookup, salts }: IntakeContext): Promise<ReadChunk<GoalReport>> {
  const { events, rejected } = parseEvents(chunk.id, chunk.data, isGoalEvent);
  await setAside(db.manager, queueNames.goals, rejected);
  const { detectBot } = lookup.current();
  const byPeople = events.filter(({ userAgent }) => !detectBot({ userAgent, page: '/' }));
  const saltAt = await salts.prepare(byPeople.map(({ occurredAt }) => Date.parse(occurredAt)));
  return {
    id: chunk.id,
    rows: byPeople.map(({ id, goal, occurredAt, ...client }) => ({
      ...{ id, goal, occurredAt },
      visitor: hashVisitor(client, saltAt(Date.parse(occurredAt))),
    })),
    dropped: Array.from({ length: events.length - byPeople.length }, () => 'bot-goal'),
  };
}
