import { mailServer } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';
import { planEffect } from '../outbox/plan-effect.js';

/** Plans a mail about a lead in the transaction that stores the lead: one of each type, however often it's planned. */
export async function planLeadMail(
  tx: EntityManager,
  type: 'confirm' | 'lead-notice',
  { id, receivedAt }: { id: string; receivedAt: string },
): Promise<void> {
  // Its address and text are read when it's sent.
  await planEffect(tx, {
    kind: 'mail',
    destination: mailServer,
    type,
    eventId: id,
    leadId: id,
    occurredAt: receivedAt,
    payload: {},
  });
}
