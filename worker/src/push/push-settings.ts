import { defaultPushKinds, type LeadKind } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { QuietHours } from './quiet-hours.js';

interface Settings extends QuietHours {
  kinds: LeadKind[];
}

/** Null if there's no device. */
export async function readPushSettings(db: Pick<EntityManager, 'query'>): Promise<Settings | null> {
  const [settings] = await db.query<Settings[]>(
    `select coalesce(kinds, $1) as kinds, quiet_from as "quietFrom", quiet_to as "quietTo"
    from (values (1)) as one left join push_settings on true
    where exists (select from push_subscriptions)`,
    [defaultPushKinds],
  );
  return settings ?? null;
}
