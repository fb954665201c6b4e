import { Effect, EffectAttempt } from '@voordeur/contracts/db';
import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryAttemptAnswer,
  DeliveryStatus,
  OneDeliveryAnswer,
  WebhookEndpoint,
} from '@voordeur/contracts/http';
import { And, type EntityManager, In, LessThan, MoreThanOrEqual, Not } from 'typeorm';
import { instantOf } from '../platform/date-time.js';
import { pageOf, pageSize } from '../platform/paging.js';
import type { DeliveryQueryDto } from './delivery.dto.js';

/** A webhook that was sent is called delivered. */
export const statusOf = (state: string) => `case ${state} when 'sent' then 'delivered' else ${state} end`;

/** A page, newest first: ids are UUIDv7, so they sort by creation time. */
export async function readDeliveries(
  db: EntityManager,
  { endpoint, status, from, to, cursor }: DeliveryQueryDto,
  timeZone: string,
): Promise<DeliveriesAnswer> {
  const createdAt = [
    ...(from === undefined ? [] : [MoreThanOrEqual(instantOf(from, timeZone))]),
    ...(to === undefined ? [] : [LessThan(instantOf(to, timeZone))]),
  ];
  const effects = await db.find(Effect, {
    where: {
      kind: 'webhook',
      // The panel of the endpoints says what became of it.
      type: Not('test'),
      ...(endpoint && { destination: endpoint }),
      ...(status && { state: status === 'delivered' ? 'sent' : status }),
      ...(createdAt.length > 0 && { createdAt: And(...createdAt) }),
      ...(cursor !== undefined && { id: LessThan(cursor) }),
    },
    order: { id: 'DESC' },
    take: pageSize + 1,
  });
  const { page, cursor: next } = pageOf(effects);
  const last = page.map(({ id, attempts }) => ({ effectId: id, number: attempts }));
  // Without a condition, TypeORM would read every attempt.
  const lastAttempts = last.length === 0 ? [] : await db.findBy(EffectAttempt, last);
  const lastOf = new Map(lastAttempts.map((attempt) => [attempt.effectId, attempt]));
  return { deliveries: page.map((effect) => deliveryOf(effect, lastOf.get(effect.id))), cursor: next };
}

/** One delivery with its body and every attempt; null if there is no such delivery. */
export async function readDelivery(db: EntityManager, id: string): Promise<OneDeliveryAnswer | null> {
  const effect = await db.findOneBy(Effect, { id, kind: 'webhook' });
  if (!effect) return null;
  const attempts = await db.find(EffectAttempt, { where: { effectId: id }, order: { number: 'ASC' } });
  return wholeDelivery(effect, attempts);
}

function wholeDelivery(effect: Effect, attempts: EffectAttempt[]): OneDeliveryAnswer {
  const { type, eventId, occurredAt, payload } = effect;
  return {
    ...deliveryOf(effect, attempts.at(-1)),
    body: { type, id: eventId, timestamp: occurredAt.toISOString(), ...payload },
    attemptList: attempts.map((attempt) => ({
      ...attemptOf(attempt),
      responseStart: attempt.responseStart,
    })),
  };
}

/** The deliveries of a lead, oldest first. */
export async function readDeliveriesOfLead(db: EntityManager, leadId: string): Promise<OneDeliveryAnswer[]> {
  const effects = await db.find(Effect, {
    where: { kind: 'webhook', leadId },
    order: { id: 'ASC' },
    take: 50,
  });
  const attempts = await db.find(EffectAttempt, {
    where: { effectId: In(effects.map(({ id }) => id)) },
    order: { number: 'ASC' },
  });
  return effects.map((effect) =>
    wholeDelivery(
      effect,
      attempts.filter(({ effectId }) => effectId === effect.id),
    ),
  );
}

function deliveryOf(effect: Effect, lastAttempt: EffectAttempt | undefined): DeliveryAnswer {
  return {
    id: effect.id,
    endpoint: effect.destination as WebhookEndpoint,
    type: effect.type,
    status: (effect.state === 'sent' ? 'delivered' : effect.state) as DeliveryStatus,
    eventId: effect.eventId,
    leadId: effect.leadId,
    occurredAt: effect.occurredAt.toISOString(),
    createdAt: effect.createdAt.toISOString(),
    nextAttemptAt: effect.dueAt?.toISOString() ?? null,
    deliveredAt: effect.sentAt?.toISOString() ?? null,
    attempts: effect.attempts,
    lastAttempt: lastAttempt ? attemptOf(lastAttempt) : null,
  };
}

function attemptOf(attempt: EffectAttempt): DeliveryAttemptAnswer {
  const { number, attemptedAt, durationMs, statusCode, error } = attempt;
  return { number, attemptedAt: attemptedAt.toISOString(), durationMs, statusCode, error };
}
