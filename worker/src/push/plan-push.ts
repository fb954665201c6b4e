import type { LeadKind } from '@voordeur/contracts/http';
import { kindsToAnswer } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { planNotices } from '../mail/plan-mail.js';
import { type QuietHours, quietHoursAt } from './quiet-hours.js';

interface Settings extends QuietHours {
  kinds: LeadKind[];
}

/**
 * Plans what the owner's devices show of these leads, in the transaction that stores or releases them; nothing without a
 * device. Once for each lead, and last: it locks all other notices out until the commit.
 */
export async function planPushes(
  tx: EntityManager,
  leads: { id: string; kind: LeadKind; receivedAt: string }[],
  timeZone: string,
): Promise<void> {
  const settings = await readPushSettings(tx);
  const wanted = leads.filter(({ kind }) => settings?.kinds.includes(kind));
  if (!settings || wanted.length === 0) return;
  const held = quietHoursAt(Date.now(), settings, timeZone) ?? undefined;
  await planNotices(tx, wanted, { by: 'push', held });
}

/** Null if there's no device. */
export async function readPushSettings(db: Pick<EntityManager, 'query'>): Promise<Settings | null> {
  const [settings] = await db.query<Settings[]>(
    `select coalesce(kinds, $1) as kinds, quiet_from as "quietFrom", quiet_to as "quietTo"
    from (values (1)) as one left join push_settings on true
    where exists (select from push_subscriptions)`,
    [kindsToAnswer],
  );
  return settings ?? null;
}
