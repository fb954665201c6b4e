import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryAttemptAnswer,
  DeliveryStatus,
  OneDeliveryAnswer,
  WebhookEndpoint,
} from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { instantOf } from '../platform/date-time.js';
import type { DeliveryQueryDto } from './delivery.dto.js';

const pageSize = 50;

interface AttemptRow {
  number: number;
  attempted_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
  response_start: string | null;
}

interface DeliveryRow extends Omit<AttemptRow, 'number'> {
  id: string;
  event_id: string;
  destination: WebhookEndpoint;
  type: string;
  payload: Record<string, unknown>;
  occurred_at: Date;
  lead_id: string | null;
  status: DeliveryStatus;
  attempts: number;
  due_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
  /** Of the last attempt; null if there was none. */
  number: number | null;
}

/** A webhook that was sent is called delivered. */
export const statusOf = (state: string) => `case ${state} when 'sent' then 'delivered' else ${state} end`;

const deliveries = `select d.*, ${statusOf('d.state')} as status,
    a.number, a.attempted_at, a.duration_ms, a.status_code, a.error
  from outbox d left join outbox_attempts a on a.effect_id = d.id and a.number = d.attempts
  where d.kind = 'webhook'`;

/** A page of 50, newest first: ids are UUIDv7, so they sort by creation time. */
export async function readDeliveries(
  db: EntityManager,
  { endpoint, status, from, to, cursor }: DeliveryQueryDto,
  timeZone: string,
): Promise<DeliveriesAnswer> {
  const rows: DeliveryRow[] = await db.query(
    `${deliveries}
      and ($1::text is null or d.destination = $1) and ($2::text is null or d.state = $2)
      and ($3::timestamptz is null or d.created_at >= $3) and ($4::timestamptz is null or d.created_at < $4)
      and ($5::uuid is null or d.id < $5)
    order by d.id desc limit $6`,
    [
      endpoint,
      status === 'delivered' ? 'sent' : status,
      from && instantOf(from, timeZone),
      to && instantOf(to, timeZone),
      cursor,
      pageSize + 1,
    ],
  );
  const page = rows.slice(0, pageSize);
  return {
    deliveries: page.map(deliveryOf),
    cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One delivery with its body and every attempt; null if there is no such delivery. */
export async function readDelivery(db: EntityManager, id: string): Promise<OneDeliveryAnswer | null> {
  const [row]: DeliveryRow[] = await db.query(`${deliveries} and d.id = $1`, [id]);
  if (!row) return null;
  const attempts: AttemptRow[] = await db.query(
    'select * from outbox_attempts where effect_id = $1 order by number',
    [id],
  );
  const { type, event_id, occurred_at, payload } = row;
  return {
    ...deliveryOf(row),
    body: { type, id: event_id, timestamp: occurred_at.toISOString(), ...payload },
    attemptList: attempts.map((attempt) => ({
      ...attemptOf(attempt),
      responseStart: attempt.response_start,
    })),
  };
}

/** The deliveries of a lead, oldest first. */
export async function readDeliveriesOfLead(db: EntityManager, leadId: string): Promise<OneDeliveryAnswer[]> {
  const rows: { id: string }[] = await db.query(
    `select id from outbox where kind = 'webhook' and lead_id = $1 order by id limit 50`,
    [leadId],
  );
  const deliveries: OneDeliveryAnswer[] = [];
  for (const { id } of rows) {
    const delivery = await readDelivery(db, id);
    if (delivery) deliveries.push(delivery);
  }
  return deliveries;
}

function deliveryOf(row: DeliveryRow): DeliveryAnswer {
  return {
    id: row.id,
    endpoint: row.destination,
    type: row.type,
    status: row.status,
    eventId: row.event_id,
    leadId: row.lead_id,
    occurredAt: row.occurred_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.due_at?.toISOString() ?? null,
    deliveredAt: row.sent_at?.toISOString() ?? null,
    attempts: row.attempts,
    lastAttempt: row.number === null ? null : attemptOf({ ...row, number: row.number }),
  };
}

function attemptOf(row: AttemptRow): DeliveryAttemptAnswer {
  return {
    number: row.number,
    attemptedAt: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
  };
}
