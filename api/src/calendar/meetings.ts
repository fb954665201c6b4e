import { Meeting } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import {
  type CalendarSettings,
  calendarLimits,
  inLanguage,
  type MeetingKind,
  type MeetingState,
  needsPhone,
  sourceReading,
  textLanguageOf,
  timesLimits,
} from '@voordeur/contracts/http';
import { newEventId } from '@voordeur/server';
import { Temporal } from 'temporal-polyfill';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';
import type { BookDto } from './calendar.dto.js';
import { readCalendar } from './calendar-settings.js';
import { blockedBy, type Calendar, dateOf, isOffered, nextTimes, type Span } from './free-times.js';
import { type BookedLead, planBookedLead, planChange } from './plan-meeting.js';

/** The site's, whether the worker sends mail, and whether it's the owner who asks. */
export interface MeetingContext {
  timeZone: string;
  sendsMail: boolean;
  byOwner?: boolean;
}

/** A form is open for a while: a time that was offered when it was opened is still taken. */
const graceMs = calendarLimits.holdMinutes * 60_000;

/** SQL: a row that keeps its time from others. */
const isTaken = `state in ('held', 'booked') and (hold_until is null or hold_until > now())`;

/** The calendar of one kind, with everything that's taken from `nowMs` on. Throws `invalid-query` for an unknown kind. */
export async function readKind(
  db: Pick<EntityManager, 'query'>,
  kindId: string | undefined,
  { timeZone, nowMs = Date.now() }: { timeZone: string; nowMs?: number },
): Promise<{ settings: CalendarSettings; calendar: Calendar }> {
  const { settings } = await readCalendar(db);
  const kind = kindOf(settings, kindId);
  const [taken, meetingsOn, within] = await Promise.all([
    db.query<Span[]>(
      `select extract(epoch from lower(span))::float8 * 1000 as "startMs",
        extract(epoch from upper(span))::float8 * 1000 as "endMs"
      from (select blocked as span from meetings where ${isTaken}
        union all select during from busy_times) as spans
      where span && tstzrange(to_timestamp($1), to_timestamp($1) + make_interval(days => $2))`,
      // A day more: the horizon ends with a day of the site's zone.
      [nowMs / 1_000, kind.horizonDays + 2],
    ),
    countMeetings(db, kind, { timeZone, nowMs }),
    readVouched(db, nowMs),
  ]);
  return { settings, calendar: { kind, settings, timeZone, nowMs, taken, meetingsOn, within } };
}

/**
 * The times that the readings of the owner's other calendars can vouch for; null where each is recent, and without any. One
 * that is old still says when she was known to be busy. One that was never read says nothing yet.
 */
async function readVouched(db: Pick<EntityManager, 'query'>, nowMs: number): Promise<Span | null> {
  const { staleMinutes, carefulHours, horizonDays } = sourceReading;
  const [row] = await db.query<{ readAt: Date | null }[]>(
    `select min(read_at) as "readAt" from calendar_sources
    where read_at < to_timestamp($1) - make_interval(mins => $2)`,
    [nowMs / 1_000, staleMinutes],
  );
  if (!row?.readAt) return null;
  return {
    startMs: nowMs + carefulHours * 3_600_000,
    endMs: row.readAt.getTime() + horizonDays * 86_400_000,
  };
}

function kindOf({ kinds }: CalendarSettings, id: string | undefined): MeetingKind {
  const kind = id === undefined ? kinds[0] : kinds.find((one) => one.id === id);
  if (!kind) throw invalidField('kind', 'is not a kind of meeting');
  return kind;
}

/** By the site's days; nothing is counted where a day has no most. Holds never count. */
async function countMeetings(
  db: Pick<EntityManager, 'query'>,
  { id, mostPerDay }: MeetingKind,
  { timeZone, nowMs, except }: { timeZone: string; nowMs: number; except?: string },
): Promise<Map<string, number>> {
  if (mostPerDay === null) return new Map();
  const rows = await db.query<{ date: string; meetings: number }[]>(
    `select to_char(starts_at at time zone $2, 'YYYY-MM-DD') as date, count(*)::int as meetings from meetings
    where kind = $1 and state in ('booked', 'no-show', 'done') and starts_at > to_timestamp($3) - interval '2 days'
      and id is distinct from $4::uuid
    group by 1`,
    [id, timeZone, nowMs / 1_000, except ?? null],
  );
  return new Map(rows.map(({ date, meetings }) => [date, meetings]));
}

/**
 * Holds a time for ten minutes, in place of what this holder held before; null if as many as may be are held already.
 * Throws `just-taken`.
 */
export async function holdTime(
  db: DataSource,
  { kind: kindId, startsAt, holder }: { kind: string; startsAt: Date; holder: Buffer },
  context: MeetingContext,
): Promise<{ id: string; until: Date } | null> {
  const until = new Date(Date.now() + calendarLimits.holdMinutes * 60_000);
  return takingTime(db, kindId, context, async (tx, { kind, settings }) => {
    await throwUnlessOffered(tx, { kind, settings }, startsAt, context);
    await removeHolds(tx, 'holder = $1', [holder]);
    const held = await tx.countBy(Meeting, { state: 'held' });
    if (held >= calendarLimits.holds) return null;
    const id = crypto.randomUUID();
    await tx.insert(Meeting, {
      id,
      state: 'held',
      kind: kind.id,
      ...timesOf(kind, startsAt),
      holdUntil: until,
      holder,
    });
    return { id, until };
  });
}

/**
 * Books a time, in one transaction with everything that follows from it. The same form again gives the meeting that it
 * made. Throws `just-taken`, and `idempotency-conflict` for another form under the same id.
 */
export async function bookMeeting(
  db: DataSource,
  form: BookDto,
  lead: BookedLead,
  context: MeetingContext,
): Promise<Meeting> {
  const startsAt = new Date(form.startsAt);
  // A time that's booked is refused without the lock, which would keep a connection for each form that waits.
  if (await isBookedByOther(db.manager, form)) throw await justTaken(db, form.kind, context);
  return takingTime(db, form.kind, context, async (tx, { kind, settings }) => {
    const booked = await tx.findOneBy(Meeting, { requestId: form.id });
    if (booked) return sameBooking(booked, form);
    if (needsPhone(kind) && !form.phone) throw invalidField('phone', 'must be given for a call');
    await throwUnlessOffered(tx, { kind, settings }, startsAt, context);
    await removeHolds(tx, 'id = $1', [form.holdId ?? null]);
    await throwIfFull(tx, kind, startsAt, context);
    const { id, occurredAt } = newEventId();
    const language = textLanguageOf(form.language.toUpperCase());
    const meeting = tx.create(Meeting, {
      id,
      state: 'booked',
      kind: kind.id,
      ...timesOf(kind, startsAt),
      wallTime: wallTimeOf(startsAt, form.timeZone),
      timeZone: form.timeZone,
      requestId: form.id,
      title: inLanguage(kind.name, language),
      place: kind.place,
      email: form.email,
      emailKey: emailKey(form.email),
      name: form.name,
      phone: form.phone ?? null,
      answers: kind.questions.flatMap((question, index) => {
        const answer = form.answers?.[index]?.trim() ?? '';
        return answer === '' ? [] : [{ question: inLanguage(question, language), answer }];
      }),
      language: form.language.toUpperCase(),
      leadId: newEventId().id,
      sequence: 0,
      notes: null,
      bookedAt: new Date(occurredAt),
    });
    await tx.insert(Meeting, meeting);
    await planBookedLead(tx, meeting, lead, context);
    await planChange(tx, meeting, 'booked', { kind, ...context });
    return meeting;
  });
}

/** Moves a booked meeting to another time of its kind. Throws `just-taken`, `not-found`, and `meeting-over`. */
export async function moveMeeting(
  db: DataSource,
  id: string,
  startsAt: Date,
  context: MeetingContext,
): Promise<Meeting> {
  const { kind: kindId } = await findMeeting(db.manager, id);
  return takingTime(db, kindId, context, async (tx, { kind, settings }) => {
    const meeting = await findMeeting(tx, id);
    throwIfOver(meeting);
    if (meeting.startsAt.getTime() === startsAt.getTime()) return meeting;
    await throwUnlessOffered(tx, { kind, settings }, startsAt, context);
    await removeHolds(tx, 'false', []);
    await throwIfFull(tx, kind, startsAt, context, id);
    const changes = {
      ...timesOf(kind, startsAt),
      wallTime: wallTimeOf(startsAt, meeting.timeZone ?? context.timeZone),
      sequence: meeting.sequence + 1,
    };
    const movedFrom = meeting.startsAt;
    await tx.update(Meeting, { id }, changes);
    Object.assign(meeting, changes);
    await planChange(tx, meeting, 'moved', { kind, movedFrom, ...context });
    return meeting;
  });
}

/** Cancels a meeting that hasn't begun; one that's cancelled stays so. Throws `not-found` and `meeting-over`. */
export async function cancelMeeting(db: DataSource, id: string, context: MeetingContext): Promise<Meeting> {
  return db.transaction(async (tx) => {
    await lockMeetings(tx);
    const meeting = await findMeeting(tx, id);
    if (meeting.state === 'cancelled') return meeting;
    throwIfOver(meeting);
    const changes = { state: 'cancelled', sequence: meeting.sequence + 1 } as const;
    await tx.update(Meeting, { id }, changes);
    Object.assign(meeting, changes);
    await planChange(tx, meeting, 'cancelled', context);
    return meeting;
  });
}

/**
 * The owner's word on a meeting that has begun; `booked` takes it back. Throws `not-found`, `meeting-over` for one that was
 * cancelled, and `just-taken` if its time was given away since.
 */
export async function closeMeeting(
  db: DataSource,
  id: string,
  state: Exclude<MeetingState, 'cancelled'>,
  context: MeetingContext,
): Promise<void> {
  const closing = db.transaction(async (tx) => {
    await lockMeetings(tx);
    const meeting = await findMeeting(tx, id);
    if (meeting.state === state) return;
    if (meeting.state === 'cancelled') throw new ApiError('meeting-over');
    if (meeting.startsAt.getTime() > Date.now())
      throw invalidField('state', 'is for a meeting that has begun');
    await tx.update(Meeting, { id }, { state });
    if (state === 'no-show') await planChange(tx, meeting, 'no-show', context);
    if (meeting.state === 'no-show') await planChange(tx, meeting, 'attended', context);
  });
  await closing.catch((error: unknown) => {
    throw isExcluded(error) ? new ApiError('just-taken', { cause: error }) : error;
  });
}

/** A meeting that was booked. Throws `not-found`. */
export async function findMeeting(db: EntityManager, id: string): Promise<Meeting> {
  const meeting = await db.findOneBy(Meeting, { id });
  if (!meeting || meeting.state === 'held') throw new ApiError('not-found');
  return meeting;
}

export function isOver({ state, startsAt }: Pick<Meeting, 'state' | 'startsAt'>): boolean {
  return state !== 'booked' || startsAt.getTime() <= Date.now();
}

function throwIfOver(meeting: Meeting): void {
  if (isOver(meeting)) throw new ApiError('meeting-over');
}

/**
 * Runs `take` in a transaction of the calendar's own lock. The constraint `meetings_once` alone decides whether a time is
 * free; without the lock two that insert at once would wait for each other, which Postgres ends by an error. Turns its
 * refusal into `just-taken`, with the next times.
 */
async function takingTime<Result>(
  db: DataSource,
  kindId: string,
  context: MeetingContext,
  take: (tx: EntityManager, calendar: { kind: MeetingKind; settings: CalendarSettings }) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      await lockMeetings(tx);
      const { settings } = await readCalendar(tx);
      return take(tx, { kind: kindOf(settings, kindId), settings });
    });
  } catch (error) {
    const isGone = isExcluded(error) || (error instanceof ApiError && error.code === 'just-taken');
    throw isGone ? await justTaken(db, kindId, context, error) : error;
  }
}

/** The refusal, with the next times. */
async function justTaken(
  db: DataSource,
  kindId: string,
  context: MeetingContext,
  cause?: unknown,
): Promise<ApiError> {
  const { calendar } = await readKind(db, kindId, context);
  const next = nextTimes(calendar, timesLimits.nextTaken).map((time) => new Date(time).toISOString());
  return new ApiError('just-taken', { next, cause });
}

/** Whether another form has booked exactly this time, and this one no other before. */
async function isBookedByOther(db: EntityManager, { id, startsAt }: BookDto): Promise<boolean> {
  const [row] = await db.query<{ isTaken: boolean }[]>(
    `select bool_or(state = 'booked' and starts_at = $2) and not coalesce(bool_or(request_id = $1), false) as "isTaken"
    from meetings where starts_at = $2 or request_id = $1`,
    [id, startsAt],
  );
  return row?.isTaken === true;
}

function lockMeetings(tx: EntityManager): Promise<unknown> {
  return tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/meetings'))`);
}

/** SQLSTATE of an exclusion constraint. */
function isExcluded(error: unknown): boolean {
  return error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23P01';
}

/** Removes the holds that have ended, and those that match. */
async function removeHolds(tx: EntityManager, also: string, values: unknown[]): Promise<void> {
  await tx.query(`delete from meetings where state = 'held' and (hold_until <= now() or ${also})`, values);
}

/** Also throws where the owner has become busy elsewhere since the page was shown. */
async function throwUnlessOffered(
  tx: EntityManager,
  { kind, settings }: { kind: MeetingKind; settings: CalendarSettings },
  startsAt: Date,
  { timeZone }: MeetingContext,
): Promise<void> {
  const nowMs = Date.now() - graceMs;
  const within = await readVouched(tx, nowMs);
  if (!isOffered({ kind, settings, timeZone, nowMs, within }, startsAt.getTime()))
    throw new ApiError('just-taken');
  const { blocked } = timesOf(kind, startsAt);
  const busy = await tx.query<unknown[]>('select from busy_times where during && $1::tstzrange limit 1', [
    blocked,
  ]);
  if (busy.length > 0) throw new ApiError('just-taken');
}

async function throwIfFull(
  tx: EntityManager,
  kind: MeetingKind,
  startsAt: Date,
  { timeZone }: MeetingContext,
  except?: string,
): Promise<void> {
  if (kind.mostPerDay === null) return;
  const counts = await countMeetings(tx, kind, { timeZone, nowMs: Date.now(), ...(except && { except }) });
  const date = dateOf(startsAt.getTime(), timeZone).toString();
  if ((counts.get(date) ?? 0) >= kind.mostPerDay) throw new ApiError('just-taken');
}

function sameBooking(booked: Meeting, form: BookDto): Meeting {
  // The visitor may have moved it since.
  const hasSameTime = booked.sequence > 0 || booked.startsAt.getTime() === Date.parse(form.startsAt);
  const isSame = hasSameTime && booked.kind === form.kind && booked.emailKey === emailKey(form.email);
  if (!isSame) throw new ApiError('idempotency-conflict');
  return booked;
}

function timesOf(kind: MeetingKind, startsAt: Date): Pick<Meeting, 'startsAt' | 'endsAt' | 'blocked'> {
  const { startMs, endMs } = blockedBy(kind, startsAt.getTime());
  const [from, to] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
  return {
    startsAt,
    endsAt: new Date(startsAt.getTime() + kind.minutes * 60_000),
    blocked: `[${from},${to})`,
  };
}

function wallTimeOf(startsAt: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' });
}
