import { mailServer } from '@voordeur/contracts/db';
import { planEffect } from '@voordeur/server';
import type { DataSource } from 'typeorm';

/** Plans a mail to the owner about each event that none was planned for. Without a mail server they count as reported. */
export async function planSecurityNotices(db: DataSource, canMail: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const [events] = await tx.query<[{ id: string; occurredAt: Date }[], number]>(
      `update security_events set reported = true where not reported
      returning id, occurred_at as "occurredAt"`,
    );
    if (!canMail) return;
    for (const { id, occurredAt } of events)
      await planEffect(tx, {
        kind: 'mail',
        destination: mailServer,
        type: 'security-notice',
        eventId: id,
        occurredAt: occurredAt.toISOString(),
        // Read again when it's sent.
        payload: {},
      });
  });
}
