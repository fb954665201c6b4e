import { SecurityEvent } from '@voordeur/contracts/db';
import type { SecurityEventKind, ShownSecurityEvent } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { SessionOrigin } from './session-origin.js';

const nowhere: SessionOrigin = { network: null, browser: null };
const shownEvents = 20;

/** Notes it in the event's own transaction; a worker mails the owner about it. */
export async function noteSecurityEvent(
  tx: EntityManager,
  kind: SecurityEventKind,
  from: SessionOrigin = nowhere,
): Promise<void> {
  await tx.insert(SecurityEvent, { id: uuidv7(), kind, ...from });
}

/** At most one of its kind an hour: guessing must not fill the owner's mailbox. */
export async function noteGuessing(
  tx: EntityManager,
  kind: 'lockout' | 'codes-guessed',
  { network, browser }: SessionOrigin,
): Promise<void> {
  await tx.query(
    `insert into security_events (id, kind, network, browser) select $1, $2, $3, $4
    where not exists (
      select from security_events where kind = $2 and occurred_at > now() - interval '1 hour')`,
    [uuidv7(), kind, network, browser],
  );
}

/** Newest first. */
export async function listSecurityEvents(db: EntityManager): Promise<ShownSecurityEvent[]> {
  const events = await db.find(SecurityEvent, { order: { occurredAt: 'desc' }, take: shownEvents });
  return events.map(({ id, kind, occurredAt, network, browser }) => ({
    id,
    kind,
    occurredAt: occurredAt.toISOString(),
    network,
    browser,
  }));
}
