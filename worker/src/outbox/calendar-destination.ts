import { CalendarSourceRow, type CopyType, Meeting, ownersCalendar } from '@voordeur/contracts/db';
import { meetingEvents } from '@voordeur/server';
import { type DataSource, IsNull, Not } from 'typeorm';
import type { Destination, LeasedEffect, Outcome } from './destination.js';
import { secondsToNextAttempt } from './next-attempt.js';
import { askWith, type HowToAsk, SourceFailed } from '../calendar/caldav.js';
import { openAccess } from '../calendar/calendar-reader.js';

const [minute, hour, day] = [60, 3_600, 86_400];
/** A server may be away for a week. */
const retrySeconds = [
  ...[0, 5, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour],
  ...Array.from({ length: 7 }, () => day),
];

interface Surroundings {
  jwtSecret: string;
  publicUrl: string;
  product: string;
  how: Omit<HowToAsk, 'stop'>;
}

/**
 * The calendar that the owner's meetings are copied into: each is one event, written as the meeting is when its turn
 * comes, however often that is.
 */
export function calendarDestination(db: DataSource, surroundings: Surroundings): Destination {
  return {
    kind: 'calendar',
    name: ownersCalendar,
    secondsToNextAttempt: (failures, retryAfter) => secondsToNextAttempt(failures, retrySeconds, retryAfter),
    send: async (effect, stop) => {
      try {
        return await send(db, effect, { ...surroundings, how: { ...surroundings.how, stop } });
      } catch (error) {
        if (!(error instanceof SourceFailed)) throw error;
        const { code, statusCode } = error;
        return {
          result: code === 'stopped' ? 'postponed' : 'retry',
          error: code,
          ...(statusCode !== undefined && { statusCode }),
        };
      }
    },
  };
}

type Asking = Surroundings & { how: HowToAsk };

async function send(db: DataSource, { type, payload }: LeasedEffect, asking: Asking): Promise<Outcome> {
  const { sourceId, url, meetingId } = payload;
  if ((type as CopyType) === 'remove')
    return remove(db, { sourceId: String(sourceId), url: String(url) }, asking);
  const meeting = await db.manager.findOneBy(Meeting, { id: String(meetingId) });
  if (!meeting) return { result: 'dropped', error: 'erased' };
  if (meeting.state === 'booked') return write(db, meeting, asking);
  // A meeting that took place, or should have, stays where it was.
  if (meeting.state !== 'cancelled' || meeting.copySource === null || meeting.copyUrl === null)
    return { result: 'dropped', error: 'superseded' };
  const removed = await remove(db, { sourceId: meeting.copySource, url: meeting.copyUrl }, asking);
  await db.manager.update(Meeting, { id: meeting.id }, { copySource: null, copyUrl: null });
  return removed;
}

async function write(db: DataSource, meeting: Meeting, asking: Asking): Promise<Outcome> {
  const source = await db.manager.findOneBy(CalendarSourceRow, { writesTo: Not(IsNull()) });
  if (!source?.writesTo) return { result: 'dropped', error: 'no-calendar' };
  const { id, sequence, copySource, copyUrl } = meeting;
  const url = new URL(`${id}.ics`, source.writesTo.replace(/\/*$/, '/')).href;
  if (copyUrl !== null && copySource !== null && (copyUrl !== url || copySource !== source.id))
    await remove(db, { sourceId: copySource, url: copyUrl }, asking);
  // First, so that an erasure knows of it even if this process dies after the request.
  const isStillSo = { id, sequence, state: 'booked' } as const;
  const { affected } = await db.manager.update(Meeting, isStillSo, { copySource: source.id, copyUrl: url });
  if (affected === 0) return { result: 'postponed', error: 'changed' };
  const { statusCode } = await askAs(source, asking)(url, {
    method: 'PUT',
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
    body: meetingEvents([meeting], asking),
  });
  if (await db.manager.existsBy(Meeting, isStillSo)) return { result: 'sent', statusCode };
  // Changed meanwhile, it's written again; erased meanwhile, it's taken out.
  if (await db.manager.existsBy(Meeting, { id })) return { result: 'postponed', error: 'changed' };
  return remove(db, { sourceId: source.id, url }, asking);
}

async function remove(
  db: DataSource,
  { sourceId, url }: { sourceId: string; url: string },
  asking: Asking,
): Promise<Outcome> {
  const source = await db.manager.findOneBy(CalendarSourceRow, { id: sourceId });
  // The owner has taken it away, and its password with it.
  if (!source) return { result: 'dropped', error: 'no-calendar' };
  try {
    const { statusCode } = await askAs(source, asking)(url, { method: 'DELETE' });
    return { result: 'sent', statusCode };
  } catch (error) {
    if (error instanceof SourceFailed && error.code === 'not-found') return { result: 'sent' };
    throw error;
  }
}

function askAs(source: CalendarSourceRow, { jwtSecret, how }: Asking): ReturnType<typeof askWith> {
  const access = openAccess(source, jwtSecret);
  if (!access) throw new SourceFailed('password-needed');
  return askWith(access, how);
}
