import { type LeadRetention, leadRetentionSetting } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';

/** The period for leads that was announced; null where none is. */
export async function readLeadRetention(db: Pick<EntityManager, 'query'>): Promise<LeadRetention | null> {
  const [row] = await db.query<{ value: string }[]>('select value from settings where name = $1', [
    leadRetentionSetting,
  ]);
  return row === undefined || row.value === 'off' ? null : (JSON.parse(row.value) as LeadRetention);
}
