import { queueNames, releaseLeadSchema, type AcceptLead, type ReleaseLead } from '@voordeur/contracts/jobs';
import { compileSchema } from '../platform/compile-schema.js';
import { idOfUnreadable, setAside } from '../intake/rejected-events.js';
import type { AcceptLeadContext } from './accept-lead.js';

const isRelease = compileSchema<ReleaseLead>(releaseLeadSchema);

/** Lets a quarantined lead pass: only now does anybody hear of it. Once, however often it runs. */
export async function releaseLead(
  jobId: string,
  data: unknown,
  { db, followUp }: AcceptLeadContext,
): Promise<void> {
  if (!isRelease(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not a release' };
    return setAside(db.manager, queueNames.signups, [rejected]);
  }
  await db.transaction(async (tx) => {
    const [rows] = await tx.query<[ReleasedRow[], number]>(
      `update leads set verdict = 'released' where id = $1 and verdict = 'quarantined' returning
        id, kind, email, phone, idea, language, video_id, watched_seconds, client_timestamp, received_at`,
      [data.leadId],
    );
    const [row] = rows;
    if (row) await followUp(tx, leadOf(row));
  });
}

interface ReleasedRow {
  id: string;
  kind: AcceptLead['kind'];
  email: string | null;
  phone: string | null;
  idea: string | null;
  language: 'ENG' | 'NL' | null;
  video_id: string | null;
  watched_seconds: number | null;
  client_timestamp: string;
  received_at: Date;
}

/** The lead as its job had it, but for the address and agent, which are not kept. */
function leadOf(row: ReleasedRow): AcceptLead {
  return {
    id: row.id,
    kind: row.kind,
    receivedAt: row.received_at.toISOString(),
    timestamp: row.client_timestamp,
    address: '',
    userAgent: '',
    ...(row.email !== null && { email: row.email }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.idea !== null && { idea: row.idea }),
    ...(row.language !== null && { language: row.language }),
    ...(row.video_id !== null && { videoId: row.video_id }),
    ...(row.watched_seconds !== null && { watchTime: row.watched_seconds }),
  };
}
