import { isDeepStrictEqual } from 'node:util';
import { mailServer } from '@voordeur/contracts/db';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { googlebot } from '../intake.js';
import { recountDays } from '../recount.js';

/** A form that was sent. Its moments and those of erasures are numbered together. */
interface Post {
  id: string;
  person: number;
  /** The same when a form is sent again. */
  key: string;
  begun: number;
  /** The moment of its 202. */
  accepted?: number;
}

/** Erases a person by their address, or a visit by its network address. */
interface Erasure {
  id: string;
  who: string;
  asked: number;
  askedMs: number;
  done?: number;
  doneMs?: number;
}

/** Everything that a run promised, and all that its destinations got. */
export interface Promised {
  visits: VisitEvent[];
  posts: Post[];
  erasures: Erasure[];
  /** By destination, type and event: the ids that it was sent under. */
  sent: Map<string, Set<string>>;
  /** Found while it ran. */
  faults: string[];
}

export const visitorAt = (visitor: number) => `145.97.31.2${visitor}`;
export const addressOf = (person: number) => `person${person}@example.org`;

/** Compares what is stored, once nothing is under way any more, with what was promised. */
export async function findFaults(db: DataSource, promised: Promised, timeZone: string): Promise<string[]> {
  return [
    ...(await findVisitFaults(db, promised)),
    ...(await findDrift(db, timeZone)),
    ...(await findLeadFaults(db, promised)),
    ...(await findEffectFaults(db, promised)),
  ];
}

async function findVisitFaults(db: DataSource, { visits, erasures }: Promised): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    'select id from visits union all select id from rejected_events',
  );
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const drops = await db.query<{ reason: string; events: number }[]>(
    'select reason, events::int from drops_by_day',
  );
  const dropped = (reason: string) => drops.find((drop) => drop.reason === reason)?.events ?? 0;
  const faults: string[] = [];
  const expect = (what: string, count: number, ...wanted: number[]) => {
    if (!wanted.includes(count)) faults.push(`${what}: ${count} in place of ${wanted.join(' or ')}`);
  };
  const isBot = ({ userAgent }: VisitEvent) => userAgent === googlebot;
  const people = visits.filter((visit) => !isBot(visit));
  for (const { id, source, address, occurredAt } of people) {
    const erased = erasures.filter(({ who }) => who === address);
    const atMs = Date.parse(occurredAt);
    const isGone = source === 'edge' || erased.some(({ askedMs }) => atMs <= askedMs);
    const isKept = source === 'beacon' && erased.every(({ doneMs = Infinity }) => doneMs < atMs);
    expect(`rows of page view ${id}`, counts.get(id) ?? 0, ...(isGone ? [0] : isKept ? [1] : [0, 1]));
  }
  expect(
    'dropped at the edge',
    dropped('person-at-edge'),
    people.filter(({ source }) => source === 'edge').length,
  );
  const bots = visits.filter(isBot);
  const botRows = bots.filter(({ id }) => counts.get(id) === 1).length;
  expect('rows and drops of bots', botRows + dropped('seen-at-both'), bots.length);
  expect('rows of others', rows.length, [...visits].filter(({ id }) => counts.has(id)).length);
  return faults;
}

async function findDrift(db: DataSource, timeZone: string): Promise<string[]> {
  const { kept, recounted } = await recountDays(db, timeZone);
  return kept.flatMap((figures, index) =>
    isDeepStrictEqual(figures, recounted[index])
      ? []
      : `figures have drifted: ${JSON.stringify(figures)}, recounted ${JSON.stringify(recounted[index])}`,
  );
}

async function findLeadFaults(db: DataSource, { posts, erasures }: Promised): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>('select id from leads');
  const stored = new Set(rows.map(({ id }) => id));
  const keys = [...new Set(posts.map(({ key }) => key))];
  return keys.flatMap((key) => {
    const same = posts.filter((post) => post.key === key);
    const count = same.filter(({ id }) => stored.has(id)).length;
    const erased = erasures.filter(({ who }) => who === addressOf(same[0]?.person ?? 0));
    // Later than all of the person's erasures, or than none.
    const mustBe = same.some(
      ({ begun, accepted }) => accepted && erased.every(({ done = Infinity }) => done < begun),
    );
    const survivors = same.filter(
      ({ id, accepted = Infinity }) => stored.has(id) && erased.some(({ asked }) => accepted < asked),
    );
    return [
      ...(count > 1 ? [`lead ${key} has ${count} rows`] : []),
      ...(mustBe && count === 0 ? [`lead ${key} is lost`] : []),
      ...survivors.map(({ id }) => `lead ${id} is there after its person was erased`),
    ];
  });
}

/** Each row has had its effects, under one id; of erased persons nothing waits or is kept. */
async function findEffectFaults(db: DataSource, { sent, posts, erasures }: Promised): Promise<string[]> {
  const wanted = await db.query<{ key: string }[]>(
    `select unnest(array['question lead.question ' || id, '${mailServer} lead-notice ' || id]) as key from leads
    union all select 'booking-visit visit.booking ' || id from visits
      where source = 'beacon' and bot_reason is null and page like '%/booking'`,
  );
  const unfinished = await db.query<{ destination: string; state: string }[]>(
    `select destination, state from outbox where state <> 'sent'`,
  );
  const erased = posts.filter(({ person, begun }) =>
    erasures.some(({ who, asked }) => who === addressOf(person) && begun < asked),
  );
  const isBack = ({ who }: { who: string }) =>
    posts.some((post) => addressOf(post.person) === who && !erased.includes(post));
  const gone = erasures.filter((erasure) => !isBack(erasure)).map(({ who }) => who);
  const [left] = await db.query<{ left: number }[]>(
    `select count(*)::int as left from (select payload::text as text from outbox union all select event from rejected_events)
      as stored where text ilike any(select '%' || address || '%' from unnest($1::text[]) as address)`,
    [gone],
  );
  return [
    ...wanted.filter(({ key }) => !sent.has(key)).map(({ key }) => `${key} was never sent`),
    ...[...sent]
      .filter(([, ids]) => ids.size > 1)
      .map(([key, ids]) => `${key} was sent under ${ids.size} ids`),
    ...unfinished.map(({ destination, state }) => `an effect for ${destination} is ${state}`),
    ...(left && left.left > 0 ? [`${left.left} rows name a person who was erased`] : []),
  ];
}
