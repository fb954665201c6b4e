import { CalendarSourceRow } from '@voordeur/contracts/db';
import {
  type AddSourceBody,
  type CalendarSourcesAnswer,
  type ChangeSourceBody,
  sourceLimits,
  sourceReading,
} from '@voordeur/contracts/http';
import { parseWebhookUrl, planCopies, type Seal } from '@voordeur/server';
import { type DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { noteSecurityEvent } from '../admin-session/security-events.js';
import type { SessionOrigin } from '../admin-session/session-origin.js';
import { ApiError, invalidField } from '../platform/api-error.js';

/** The owner's other calendars, oldest first. */
export async function readSources(db: EntityManager): Promise<CalendarSourcesAnswer> {
  const [rows, counts] = await Promise.all([
    db.find(CalendarSourceRow, { order: { id: 'ASC' } }),
    db.query<{ id: string; busy: number }[]>(
      `select source_id as id, count(*)::int as busy from busy_times where upper(during) > now() group by 1`,
    ),
  ]);
  const now = Date.now();
  const sources = rows.map((row) => {
    const { id, kind, name, host, userName, allDayBlocks, readAt, failure, calendars, writesTo } = row;
    const isOver = readAt !== null && now - readAt.getTime() > sourceReading.staleMinutes * 60_000;
    return {
      ...{ id, kind, name, host, userName, allDayBlocks, failure, calendars, writesTo },
      readAt: readAt?.toISOString() ?? null,
      isOld: isOver,
      busy: counts.find((count) => count.id === id)?.busy ?? 0,
      isReading: row.dueAt.getTime() <= now,
    };
  });
  return { sources };
}

/** Stores a calendar, which a worker reads within seconds. Throws `too-many-calendars`. */
export async function addSource(
  db: DataSource,
  seal: Seal,
  { kind, name, address, userName, password, allDayBlocks }: AddSourceBody,
  from: SessionOrigin,
): Promise<void> {
  const url = parseSourceAddress(address);
  await db.transaction(async (tx) => {
    await makeRoom(tx);
    await tx.insert(CalendarSourceRow, {
      ...{ id: uuidv7(), kind, name, allDayBlocks, userName: userName ?? null },
      sealedAddress: seal.close(Buffer.from(url)),
      host: new URL(url).host,
      sealedPassword: password === undefined ? null : seal.close(Buffer.from(password)),
    });
    await noteSecurityEvent(tx, 'calendar-changed', from);
  });
}

/** Throws `too-many-calendars` where there's no room for another one. */
async function makeRoom(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/calendar-sources'))`);
  if ((await tx.count(CalendarSourceRow)) >= sourceLimits.sources) throw new ApiError('too-many-calendars');
}

/** Changes a calendar, which is read again at once. Throws `not-found`, and `invalid-body` for a calendar that isn't in it. */
export async function changeSource(
  db: DataSource,
  seal: Seal,
  id: string,
  { allDayBlocks, password, writesTo }: ChangeSourceBody,
  from: SessionOrigin,
): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await tx.findOne(CalendarSourceRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!source) throw new ApiError('not-found');
    if (writesTo !== undefined) {
      await writeInto(tx, source, writesTo);
      await noteSecurityEvent(tx, 'calendar-changed', from);
    }
    await tx.update(
      CalendarSourceRow,
      { id },
      {
        ...(allDayBlocks !== undefined && { allDayBlocks }),
        ...(password !== undefined && { sealedPassword: seal.close(Buffer.from(password)) }),
        // A reading under way goes by what it was.
        ...{ version: null, reading: null, readingUntil: null, dueAt: () => 'now()' },
      },
    );
  });
}

/** Meetings that are booked already are written too. */
async function writeInto(
  tx: EntityManager,
  { id, calendars }: CalendarSourceRow,
  writesTo: string | null,
): Promise<void> {
  if (writesTo !== null && !calendars.some(({ url }) => url === writesTo))
    throw invalidField('writesTo', 'is not one of its calendars');
  if (writesTo !== null) await tx.update(CalendarSourceRow, { writesTo: Not(IsNull()) }, { writesTo: null });
  await tx.update(CalendarSourceRow, { id }, { writesTo });
  if (writesTo !== null) await planCopies(tx, `state = 'booked' and starts_at > now()`, []);
}

/** Removes a calendar, with what was read of it. Throws `not-found`. */
export async function removeSource(db: EntityManager, id: string): Promise<void> {
  const { affected } = await db.delete(CalendarSourceRow, { id });
  if (affected === 0) throw new ApiError('not-found');
}

/** `webcal:` is what Apple and Outlook call `https:`. Throws `invalid-body`. */
function parseSourceAddress(text: string): string {
  try {
    return parseWebhookUrl(text.trim().replace(/^webcals?:/i, 'https:'));
  } catch (error) {
    throw invalidField('address', error instanceof Error ? error.message : 'is wrong');
  }
}
