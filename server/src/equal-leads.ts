import { createHash } from 'node:crypto';
import { emailKey } from '@voordeur/contracts/email';
import { leadFieldNames } from '@voordeur/contracts/http';
import { type AcceptLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import type { RedisClient } from './connect-redis.js';
import { spillJob } from './plan-effect.js';

/*
 * A lead is one row, under the id that its first post was answered with, however often it's posted.
 *
 *                         Redis is here                               Redis is away: the post waits in Postgres
 * first post              its id claims its words and its key         its id
 *                         for ten minutes
 * repeated with its key   the first's id, by its row for a day, or    the first's id, by its row or by the job that
 *                         by its claim                                waits; else its own, as without a key
 * repeated without a key  the first's id, by its claim                its own id; once Redis is back its job is queued
 *                         (within ten minutes)                        under the first's
 * other words, same key   refused, by the row or the claim            refused, by the row or the job that waits; else
 *                                                                     a lead of its own, as its 202 is final
 *
 * A post with an earlier one's id may be queued and stored any number of times: the id is the job's and the row's. Two
 * that got past all this, because a process died or Redis lost its claims, are compared once more when they're stored.
 * Posts that look like a program's are only compared with each other. docs/leads.md says the same to the owner.
 */

/* 1. Which posts are one lead: digests. */

/** Digests shared by all posts of one lead. */
export interface LeadDigests {
  /** Kind, address and text: a second post of these within ten minutes is a repeat. */
  content: Buffer;
  /** The path and its Idempotency-Key: a second post with this key within 24 hours repeats the first or is refused. */
  idempotency: Buffer | null;
  /** Everything the visitor entered. Two posts with one key are equal if this is. */
  body: Buffer;
}

/** Fields of the first version. Its digests have them by their place, and a lead's row may be older than a field. */
const firstFields: readonly string[] = ['email', 'phone', 'idea', 'language', 'videoId', 'watchTime'];

/** Two posts of the same words can differ in their timestamps, the seconds watched and the signs of a program. */
export function digestLead(lead: AcceptLead): LeadDigests {
  const { kind, signupKind, email = '', phone = '', idea = '', language = '', videoId = '' } = lead;
  const { idempotencyKey } = lead;
  // Signing up for the letter and later for the agents are two wishes, so two leads.
  const wish = signupKind === undefined ? [] : [signupKind];
  const words = [kind, emailKey(email), phone, idea, ...wish];
  const later = leadFieldNames
    .filter((name) => !firstFields.includes(name) && lead[name] !== undefined)
    .map((name) => `${name}: ${lead[name]}`);
  // Doubtful leads are only compared with each other: a stranger's post must never replace a person's own lead.
  const among = isDoubtful(lead) ? ['doubtful'] : [];
  return {
    content: digest([...words, ...among]),
    idempotency: idempotencyKey === undefined ? null : digest([pathOf(kind), idempotencyKey, ...among]),
    body: digest([...words, language, videoId, ...later]),
  };
}

/** Nobody reads a form, fills it in and sends it within this time. */
const fastestFormMs = 1_000;

export function isTooFast(elapsedMs: number | undefined): boolean {
  return elapsedMs !== undefined && elapsedMs < fastestFormMs;
}

/** Whether a form looks as if a program had filled it in. Such a lead waits in quarantine. */
export function isDoubtful({ honeypot, elapsedMs }: Pick<AcceptLead, 'honeypot' | 'elapsedMs'>): boolean {
  return honeypot === true || isTooFast(elapsedMs);
}

/** Setups and questions share a path. */
function pathOf(kind: AcceptLead['kind']): string {
  return kind === 'question' ? 'setups' : kind;
}

function digest(parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * The digests under which a lead is claimed in Redis; `key` is that of its Idempotency-Key. They travel in the job, so
 * the worker that feeds a spilled lead can claim it too.
 */
export type LeadClaims = NonNullable<AcceptLead['claims']>;
export type ClaimedLead = AcceptLead & { claims: LeadClaims };

/** `hash` is keyed, so that Redis doesn't reveal who wrote. */
export function claimsOf(lead: AcceptLead, hash: (digest: Buffer) => string): LeadClaims {
  const { content, idempotency, body } = digestLead(lead);
  return { content: hash(content), ...(idempotency && { key: hash(idempotency) }), body: hash(body) };
}

/* 2. A post arrives. Each of these gives the id it's stored under; null: its key came with another body. */

/**
 * The id of the first lead with this key in the last 24 hours, stored or waiting in Postgres; undefined if there's none.
 */
export async function findByKey(
  db: EntityManager,
  { claims, ...lead }: ClaimedLead,
): Promise<string | null | undefined> {
  if (claims.key === undefined) return undefined;
  const { idempotency, body } = digestLead(lead);
  const [seen] = await db.query<{ id: string; hasSameBody: boolean }[]>(
    `select id, body_digest = $2 as "hasSameBody" from leads
      where idempotency_digest = $1 and received_at > now() - interval '24 hours' and body_digest is not null
    union all
    select id, payload->'claims'->>'body' = $4 from outbox where kind = 'job' and payload->'claims'->>'key' = $3
    order by id limit 1`,
    [idempotency, body, claims.key, claims.body],
  );
  return seen && (seen.hasSameBody ? seen.id : null);
}

/** By then the lead is stored, and Postgres knows its key for the rest of the day: a claim kept that long fills Redis. */
const claimMs = 10 * 60_000;

/** Returns the id to store the lead under, or nothing if the key came with another body. */
const claimScript = `
local keyed = KEYS[2] and redis.call('GET', KEYS[2])
if keyed and string.sub(keyed, 1, 36) ~= ARGV[4] then
  if string.sub(keyed, 37) ~= ARGV[2] then return false end
  return string.sub(keyed, 1, 36)
end
local id = redis.call('GET', KEYS[1])
if not id or id == ARGV[4] then
  id = ARGV[1]
  redis.call('SET', KEYS[1], id, 'PX', ARGV[3])
end
if KEYS[2] then redis.call('SET', KEYS[2], id .. ARGV[2], 'PX', ARGV[3]) end
return id`;

/**
 * With Redis: its own id, or that of an equal lead that claimed one before it. That one's process may have died before
 * it queued anything, so this post is queued under that id too. A claim of the id `abandoned` doesn't count. Throws if
 * Redis is away.
 */
export async function claimLead(
  redis: RedisClient,
  prefix: string,
  { content, key, body }: LeadClaims,
  id: string,
  abandoned = '',
): Promise<string | null> {
  const keys = [content, ...(key === undefined ? [] : [key])].map((name) => `${prefix}:lead-claim:${name}`);
  const words = [id, body, claimMs, abandoned];
  const claimed = await redis.eval(claimScript, keys.length, ...keys, ...words);
  return typeof claimed === 'string' ? claimed : null;
}

/** Without Redis: stores the lead in Postgres as the job that it would have been. */
export async function spillLead(db: DataSource, lead: ClaimedLead): Promise<string | null> {
  const spill = async (tx: EntityManager, id: string) => {
    const payload = { ...lead, id };
    await spillJob(tx, { id, queue: queueNames.signups, name: signupJobNames[lead.kind], payload });
    return id;
  };
  const { key } = lead.claims;
  // A single statement if possible: the visitor is waiting, and there's about a second left.
  if (key === undefined) return spill(db.manager, lead.id);
  return db.transaction(async (tx) => {
    // Simultaneous leads with the same key wait for each other here, so the second sees the first.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
    const id = await findByKey(tx, lead);
    return id === null ? null : spill(tx, id ?? lead.id);
  });
}

/* 3. Redis is back: a worker claims what waited in Postgres, before it queues it. */

/**
 * The id to queue a spilled lead under, which is claimed as the api would have done with Redis there: all equal leads get
 * the id of the first. If its key came with another body, it was answered 202 all the same and stays a lead of its own.
 */
export async function claimSpilledLead(
  { redis, prefix, db }: { redis: RedisClient; prefix: string; db: EntityManager },
  claims: LeadClaims,
  id: string,
  isQueued: (id: string) => Promise<boolean>,
): Promise<string> {
  const first = (await firstSpilled(db, claims)) ?? id;
  const claimed = await claimLead(redis, prefix, claims, first);
  if (claimed === null || claimed === first) return claimed ?? id;
  // If a process died right after its claim, nobody was answered with that id.
  if ((await isQueued(claimed)) || (await isInPostgres(db, claimed))) return claimed;
  return (await claimLead(redis, prefix, claims, first, claimed)) ?? id;
}

/** The first of the equal leads that still wait for Redis: attempts run in any order, in any worker. */
async function firstSpilled(db: EntityManager, { content }: LeadClaims): Promise<string | undefined> {
  const [first] = await db.query<{ id: string }[]>(
    `select id from outbox where kind = 'job' and payload->'claims'->>'content' = $1 order by created_at, id limit 1`,
    [content],
  );
  return first?.id;
}

async function isInPostgres(db: EntityManager, id: string): Promise<boolean> {
  const rows: unknown[] = await db.query(
    `select 1 from leads where id = $1 union all select 1 from outbox where id = $1 and kind = 'job'`,
    [id],
  );
  return rows.length > 0;
}

/* 4. A worker stores it: equal leads that no claim has joined. */

/**
 * Locks the digests that leads are compared by until this transaction ends, so of two equal ones the second sees the
 * first.
 */
export async function lockDigests(tx: EntityManager, digests: LeadDigests[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select distinct unnest($1::text[]) as key order by 1) as keys`,
    [digests.flatMap(keysOf)],
  );
}

/** A lead with the digests it's compared by. */
export interface DigestedLead {
  lead: AcceptLead;
  digests: LeadDigests;
}

/**
 * The ids of those leads that are already stored under another id: the same key and body on the same path within 24
 * hours, or the same kind, address and text within ten minutes. Call it under `lockDigests`.
 */
export async function findRepeated(tx: EntityManager, leads: DigestedLead[]): Promise<Set<string>> {
  const repeated = await tx.query<{ id: string }[]>(
    `select given.id
    from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::timestamptz[])
      as given (id, content, idempotency, body, received_at)
    where exists (select from leads where id <> given.id and content_digest = content and leads.received_at between
        given.received_at - interval '10 minutes' and given.received_at + interval '10 minutes')
      or exists (select from leads where id <> given.id and idempotency_digest = idempotency and body_digest = body
        and leads.received_at between given.received_at - interval '24 hours' and given.received_at + interval '24 hours')`,
    [
      leads.map(({ lead }) => lead.id),
      leads.map(({ digests }) => digests.content),
      leads.map(({ digests }) => digests.idempotency),
      leads.map(({ digests }) => digests.body),
      leads.map(({ lead }) => lead.receivedAt),
    ],
  );
  return new Set(repeated.map(({ id }) => id));
}

/**
 * Splits leads that may be equal into groups that can't be, each to be stored before the next one is compared. One group
 * nearly always.
 */
export function groupUnequal<Given extends DigestedLead>(leads: Given[]): Given[][] {
  const groups: Given[][] = [];
  let left = leads;
  while (left.length > 0) {
    const seen = new Set<string>();
    const [group, later]: [Given[], Given[]] = [[], []];
    for (const one of left) {
      const keys = keysOf(one.digests);
      (keys.some((key) => seen.has(key)) ? later : group).push(one);
      for (const key of keys) seen.add(key);
    }
    groups.push(group);
    left = later;
  }
  return groups;
}

function keysOf({ content, idempotency }: LeadDigests): string[] {
  return [content, idempotency].flatMap((one) => one?.toString('hex') ?? []);
}
