import { randomUUID } from 'node:crypto';
import type { MailKind } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';

/** Plans a mail in the transaction of what it is about: one of each kind for a lead, however often it is planned. */
export async function planMail(
  tx: EntityManager,
  { kind, leadId }: { kind: Exclude<MailKind, 'weekly-letter'>; leadId: string },
): Promise<void> {
  await tx.query(
    `insert into mails (id, kind, lead_id) values ($1, $2, $3) on conflict (lead_id, kind) do nothing`,
    [randomUUID(), kind, leadId],
  );
}
