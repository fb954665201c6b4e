import { type Meeting, pushServices, type PushType } from '@voordeur/contracts/db';
import { mailableEmail } from '@voordeur/contracts/email';
import {
  type BookingStatus,
  defaultPushKinds,
  type LeadKind,
  type WebhookEndpoint,
} from '@voordeur/contracts/http';
import { firstIdAt, type PlannedEffect } from '@voordeur/server';
import type { EntityManager } from 'typeorm';

/** A change of a meeting. */
export interface OwnersEvent {
  id: string;
  occurredAt: string;
  status: BookingStatus;
  /** The owner makes it, so her devices needn't show it. */
  byOwner?: boolean;
  /** When the meeting was before it moved. */
  movedFrom?: Date;
}

const endpoint: WebhookEndpoint = 'booking';
/** The `type` of the body. */
const webhookTypes: Partial<Record<BookingStatus, string>> = {
  booked: 'booking.created',
  moved: 'booking.moved',
  cancelled: 'booking.cancelled',
};

const notice: PushType = 'meeting-notice';
const pushKind: LeadKind = 'booking';
/** A visitor can move a meeting all day long. The admin has what the devices then don't show. */
const mostPushes = 10;
const pushesWithinMs = 10 * 60_000;

/** The webhook and the push of a change, if the owner has set them up. */
export async function effectsForOwner(
  tx: EntityManager,
  meeting: Meeting,
  { id, occurredAt, status, byOwner = false, movedFrom }: OwnersEvent,
): Promise<PlannedEffect[]> {
  const type = webhookTypes[status];
  if (type === undefined) return [];
  const event = { eventId: id, occurredAt, ...(meeting.leadId !== null && { leadId: meeting.leadId }) };
  const effects: PlannedEffect[] = [];
  if (await hasWebhook(tx))
    effects.push({
      ...event,
      ...{ kind: 'webhook', destination: endpoint, type },
      payload: webhookFields(meeting, movedFrom),
    });
  if (!byOwner && (await wantsPush(tx)))
    effects.push({
      ...event,
      ...{ kind: 'push', destination: pushServices, type: notice },
      payload: { meetingId: meeting.id, sequence: meeting.sequence, status },
    });
  return effects;
}

/** Whether it has an address: the operator's, or else the owner's. */
async function hasWebhook(tx: EntityManager): Promise<boolean> {
  const found = await tx.query<unknown[]>(
    `select from webhook_endpoints where name = $1 and (configured or sealed_url is not null)`,
    [endpoint],
  );
  return found.length > 0;
}

/** Flat, as the bodies of all webhooks are; docs/webhooks.md describes them. */
function webhookFields(meeting: Meeting, movedFrom: Date | undefined): Record<string, string> {
  const { id, email, name, phone, title, startsAt, endsAt, timeZone, answers, language } = meeting;
  return {
    bookingId: id,
    ...(email !== null && { email: mailableEmail(email) }),
    ...(name !== null && { name }),
    ...(phone !== null && { phone }),
    ...(title !== null && { title }),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(movedFrom && { movedFrom: movedFrom.toISOString() }),
    ...(timeZone !== null && { timeZone }),
    ...(answers.length > 0 && { answers: linesOf(answers).join('\n\n') }),
    ...(language !== null && { language }),
  };
}

/** Each question with its answer below it. */
export function linesOf(answers: Meeting['answers']): string[] {
  return answers.map(({ question, answer }) => `${question}\n${answer}`);
}

/** Whether the owner has a device, wants bookings on it, and didn't just get many. */
async function wantsPush(tx: EntityManager): Promise<boolean> {
  const [found] = await tx.query<{ pushes: number }[]>(
    `select (select count(*)::int from outbox where destination = $1 and type = $2 and id >= $3) as pushes
    where exists (select from push_subscriptions)
      and $4 = any(coalesce((select kinds from push_settings), $5::text[]))`,
    [pushServices, notice, firstIdAt(Date.now() - pushesWithinMs), pushKind, defaultPushKinds],
  );
  return found !== undefined && found.pushes < mostPushes;
}
