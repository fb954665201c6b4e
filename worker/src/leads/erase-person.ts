import {
  bookingDigest,
  effectsOfPerson,
  jobsOfPhone,
  jobsOfText,
  type PersonalData,
  personalData,
  personalDataOfLead,
  personalDataOfPhone,
  personalDataOfText,
} from '@voordeur/contracts/db';
import { emailKey, emailSpellings } from '@voordeur/contracts/email';
import { type ErasePerson, erasePersonSchema, type PersonErased } from '@voordeur/contracts/jobs';
import { planCopyRemovals } from '@voordeur/server';
import type { JobType } from 'bullmq';
import type { DataSource, EntityManager } from 'typeorm';
import { compileSchema } from '../intake/rejected-events.js';
import { lockAddresses } from './suppressions.js';

const isErasePerson = compileSchema<ErasePerson>(erasePersonSchema);
const jobsAtOnce = 500;
const everyState: JobType[] = ['active', 'waiting', 'prioritized', 'delayed', 'failed'];

/** A queue that can hold jobs about the person: what erasing needs of BullMQ's. */
export interface ErasableQueue {
  getRanges: (states: JobType[], from: number, to: number) => Promise<string[]>;
  getJob: (id: string) => Promise<{ id?: string | undefined; data: unknown } | undefined>;
  /** Returns 1, or 0 for a job that a worker has. */
  remove: (id: string) => Promise<number>;
  getJobState: (id: string) => Promise<string>;
}

/** A job about the person is running. Its rows must be erased too, so erasing waits for it. */
class JobStillRunning extends Error {
  override name = 'JobStillRunning';
  override message = 'a job about this person is still running';
}

/**
 * Erases everything stored about the person of an erasure and, in the same transaction, replaces address or number by the
 * number of rows per table. It can't recall webhooks and mails that were sent. Throws if it has to run again; once it's
 * done, running it again does nothing.
 */
export async function erasePerson(
  db: DataSource,
  queues: ErasableQueue[],
  id: string,
): Promise<'sent' | 'failed'> {
  return db.transaction(async (tx) => {
    // Its row isn't locked: renewing the leases of this worker would wait for it.
    const [row] = await tx.query<{ payload: ErasePerson | PersonErased }[]>(
      'select payload from outbox where id = $1',
      [id],
    );
    if (!row || 'erased' in row.payload) return 'sent';
    if (!isErasePerson(row.payload)) return 'failed';
    const done: PersonErased = { erased: await eraseEverywhere(tx, queues, row.payload) };
    await tx.query(`update outbox set payload = $2 where id = $1 and not payload ? 'erased'`, [
      id,
      JSON.stringify(done),
    ]);
    return 'sent';
  });
}

/**
 * In the direction that data moves, so nothing slips past: jobs that wait in Postgres, then the queues they are handed
 * to, then the rows that jobs become. Jobs removed by an attempt that fails afterwards aren't counted by the next one.
 */
async function eraseEverywhere(tx: EntityManager, queues: ErasableQueue[], person: ErasePerson) {
  const { places, jobs, spellings, isAbout } = waysToFind(person);
  // A worker that hung and lost its job may be storing it all the same: everything it stores is there once it's done.
  await lockAddresses(tx, spellings);
  const erased: Record<string, number> = {};
  const count = (where: string, rows: number) => {
    if (rows > 0) erased[where] = (erased[where] ?? 0) + rows;
  };
  for (const spelling of spellings) count('outbox', await eraseSpilledJobs(tx, jobs, spelling));
  for (const queue of queues) count('jobs', await eraseQueuedJobs(queue, isAbout));
  const erase = async ({ table, where, update }: PersonalData, sought: string) => {
    const sql = update
      ? `update ${table} set ${update} where ${where}`
      : `delete from ${table} where ${where}`;
    if (table === 'booking_events') await keepReplaysOut(tx, where, sought);
    if (table === 'meetings' && !update) await planCopyRemovals(tx, where, [sought]);
    const [, rows] = await tx.query<[unknown, number]>(sql, [sought]);
    count(table, rows);
  };
  for (const place of places) for (const spelling of spellings) await erase(place, spelling);
  for (const leadId of person.leadIds ?? [])
    for (const place of personalDataOfLead) await erase(place, leadId);
  return erased;
}

/** A calendar that sends an erased booking again must not bring its person back. */
async function keepReplaysOut(tx: EntityManager, where: string, sought: string): Promise<void> {
  await tx.query(
    `with erased as (select distinct provider, booking, gen_random_uuid() as salt from booking_events where ${where})
    insert into erased_bookings (salt, digest) select salt, ${bookingDigest('salt', 'provider', 'booking')} from erased`,
    [sought],
  );
}

function waysToFind(person: ErasePerson) {
  if ('email' in person) return ofAddress(person);
  return 'phone' in person ? ofPhone(person) : ofText(person);
}

const ofAddress = ({ email }: { email: string }) => ({
  places: personalData,
  jobs: effectsOfPerson,
  spellings: emailSpellings(email),
  isAbout: (data: unknown) => contains(data, emailSpellings(email)),
});

const ofPhone = ({ phone }: { phone: string }) => ({
  places: personalDataOfPhone,
  jobs: jobsOfPhone,
  spellings: [phone],
  isAbout: (data: unknown) => hasPhone(data, phone),
});

const ofText = ({ text }: { text: string }) => ({
  places: personalDataOfText,
  jobs: jobsOfText,
  spellings: [emailKey(text)],
  isAbout: (data: unknown) => {
    const { email } = (data ?? {}) as { email?: unknown };
    return typeof email === 'string' && emailKey(email) === emailKey(text);
  },
});

/** Throws if one of them is being handed to its queue. */
async function eraseSpilledJobs(tx: EntityManager, where: string, sought: string): Promise<number> {
  const [rows] = await tx.query<[{ isRunning: boolean }[], number]>(
    `delete from outbox where kind = 'job' and ${where}
    returning coalesce(leased_until > now(), false) as "isRunning"`,
    [sought],
  );
  if (rows.some(({ isRunning }) => isRunning)) throw new JobStillRunning();
  return rows.length;
}

async function eraseQueuedJobs(queue: ErasableQueue, isAbout: (data: unknown) => boolean): Promise<number> {
  const found: string[] = [];
  // All ids in one look: jobs move between the lists, so reading those page by page misses some.
  const ids = await queue.getRanges(everyState, 0, -1);
  for (let from = 0; from < ids.length; from += jobsAtOnce) {
    const jobs = await Promise.all(ids.slice(from, from + jobsAtOnce).map((id) => queue.getJob(id)));
    for (const job of jobs) if (job?.id && isAbout(job.data)) found.push(job.id);
  }
  let removed = 0;
  for (const id of found) {
    if ((await queue.remove(id)) === 1) removed += 1;
    // A worker has it, unless it's done by now.
    else if ((await queue.getJobState(id)) !== 'unknown') throw new JobStillRunning();
  }
  return removed;
}

function contains(data: unknown, spellings: string[]): boolean {
  const text = JSON.stringify(data).toLowerCase();
  return spellings.some((spelling) => text.includes(JSON.stringify(spelling)));
}

/** As Postgres compares numbers (`phoneOf` in personal-data.ts). */
function hasPhone(data: unknown, phone: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s().+/-]/g, '') || text;
  const given = (data as { phone?: unknown } | null)?.phone;
  return typeof given === 'string' && plain(given) === plain(phone);
}
