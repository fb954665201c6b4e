import { mailServer, type MailType, type Meeting } from '@voordeur/contracts/db';
import { keyForErasure } from '@voordeur/contracts/email';
import type { BookingStatus, MeetingKind } from '@voordeur/contracts/http';
import {
  type AcceptLead,
  queueNames,
  type RecordBooking,
  recordBookingJobName,
  signupJobNames,
} from '@voordeur/contracts/jobs';
import { newEventId, planCopies, planEffects, type PlannedEffect, spillJob } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { Client } from '../platform/client.js';
import { effectsForOwner, linesOf, type OwnersEvent } from './plan-for-owner.js';

/** The browser that a booking came from. */
export interface BookedLead {
  client: Client;
  notCounted: boolean;
}

const hourMs = 3_600_000;

/** In the transaction of a booking: it becomes a lead, by the job of every other form. */
export async function planBookedLead(
  tx: EntityManager,
  meeting: Meeting,
  { client, notCounted }: BookedLead,
  { timeZone }: { timeZone: string },
): Promise<void> {
  const { leadId, email, name, phone, language, bookedAt } = meeting;
  if (leadId === null || email === null || bookedAt === null) throw new Error('a booking without its person');
  const receivedAt = bookedAt.toISOString();
  const lead: AcceptLead = {
    id: leadId,
    receivedAt,
    kind: 'question',
    isBooking: true,
    email,
    ...keyForErasure(email),
    ...(name !== null && { name }),
    ...(phone !== null && { phone }),
    idea: describeMeeting(meeting, timeZone),
    ...(language !== null && { language }),
    timestamp: receivedAt,
    ...client,
    ...(notCounted && { notCounted: true }),
  };
  await spillJob(tx, { id: leadId, queue: queueNames.signups, name: signupJobNames.question, payload: lead });
}

/** The message of the lead. Its time makes it another message than that of the same person's other bookings. */
function describeMeeting({ title, startsAt, answers }: Meeting, timeZone: string): string {
  const time = startsAt.toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return [`${title}: ${time} (${timeZone})`, ...linesOf(answers)].join('\n\n');
}

interface Change extends Pick<OwnersEvent, 'byOwner' | 'movedFrom'> {
  kind?: MeetingKind;
  sendsMail: boolean;
}

/**
 * In the transaction of a change: the calendar's report, as other calendars send theirs, the copy in the owner's calendar, her
 * webhook and push, and the visitor's mails. Mails and pushes are looked at again when they're due, and dropped once
 * `sequence` has moved on.
 */
export async function planChange(
  tx: EntityManager,
  meeting: Meeting,
  status: BookingStatus,
  change: Change,
): Promise<void> {
  const { id, occurredAt } = newEventId();
  if (meeting.email === null) throw new Error('a booking without its person');
  const report: RecordBooking = {
    id,
    receivedAt: occurredAt,
    provider: 'own',
    booking: meeting.id,
    status,
    email: meeting.email,
    startsAt: meeting.startsAt.toISOString(),
    occurredAt,
  };
  await spillJob(tx, { id, queue: queueNames.signups, name: recordBookingJobName, payload: report });
  const mails = change.sendsMail ? mailsOf(meeting, status, change.kind) : [];
  const forOwner = await effectsForOwner(tx, meeting, { id, occurredAt, status, ...change });
  await planEffects(tx, [...mails, ...forOwner]);
  await planCopies(tx, 'id = $1', [meeting.id]);
}

const mailTypes: Partial<Record<BookingStatus, MailType>> = {
  booked: 'meeting-booked',
  moved: 'meeting-moved',
  cancelled: 'meeting-cancelled',
};

function mailsOf(meeting: Meeting, status: BookingStatus, kind?: MeetingKind): PlannedEffect[] {
  const mail = (type: MailType, delaySeconds = 0): PlannedEffect => ({
    ...{ kind: 'mail', destination: mailServer, type, delaySeconds },
    eventId: newEventId().id,
    ...(meeting.leadId !== null && { leadId: meeting.leadId }),
    payload: { meetingId: meeting.id, sequence: meeting.sequence },
  });
  const type = mailTypes[status];
  const isAhead = meeting.startsAt.getTime() > Date.now();
  if (!type || !isAhead) return [];
  const hours = [...(kind?.remindsDayBefore ? [24] : []), ...(kind?.remindsTwoHoursBefore ? [2] : [])];
  const reminders = hours.flatMap((before) => {
    const delayMs = meeting.startsAt.getTime() - before * hourMs - Date.now();
    return delayMs > 0 ? [mail('meeting-reminder', delayMs / 1_000)] : [];
  });
  return [mail(type), ...reminders];
}
