import { acceptLeadSchema, queueNames, type AcceptLead } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import { idOfUnreadable, setAside } from '../platform/rejected-event.js';

const isLead = compileSchema<AcceptLead>(acceptLeadSchema);

/** Makes a row of a lead, once however often it runs. One that can never become a row is set aside. */
export async function storeLead(db: DataSource, jobId: string, data: unknown): Promise<void> {
  if (!isLead(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not a lead' };
    return setAside(db.manager, queueNames.signups, [rejected]);
  }
  try {
    await db.query(
      `insert into leads (id, kind, email, phone, idea, language, video_id, watched_seconds, client_timestamp, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
      [
        data.id,
        data.kind,
        data.email ?? null,
        data.phone ?? null,
        data.idea ?? null,
        data.language ?? null,
        data.videoId ?? null,
        data.watchTime ?? null,
        data.timestamp,
        data.receivedAt,
      ],
    );
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    await setAside(db.manager, queueNames.signups, [
      { id: data.id, event: data, reason: 'refused by Postgres' },
    ]);
  }
}
