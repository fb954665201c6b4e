import { Lead } from '@voordeur/contracts/db';
import { enteredFields } from '@voordeur/contracts/http';
import { queueNames, releaseLeadSchema, type AcceptLead, type ReleaseLead } from '@voordeur/contracts/jobs';
import { payloadReader } from '../intake/rejected-events.js';
import { type AcceptLeadContext, kindInJob } from './accept-lead.js';

const readRelease = payloadReader<ReleaseLead>(queueNames.signups, releaseLeadSchema, 'not a release');

/** Releases a lead from quarantine: only now are its webhook and mails planned, and those that were held are due. Once, however often it runs. */
export async function releaseLead(
  jobId: string,
  data: unknown,
  { db, followUp }: AcceptLeadContext,
): Promise<void> {
  const release = await readRelease(db.manager, jobId, data);
  if (!release) return;
  const { leadId: id } = release;
  await db.transaction(async (tx) => {
    const { affected } = await tx.update(Lead, { id, verdict: 'quarantined' }, { verdict: 'released' });
    if (affected !== 1) return;
    await tx.query(
      `update outbox set due_at = now() where lead_id = $1 and state = 'waiting' and due_at is null`,
      [id],
    );
    await followUp(tx, [asAccepted(await tx.findOneByOrFail(Lead, { id }))], new Date().toISOString());
  });
}

/** The lead as its job had it, except for the address and user agent, which aren't kept. */
function asAccepted(lead: Lead): AcceptLead {
  return {
    id: lead.id,
    ...kindInJob(lead.kind),
    ...(lead.signupKind !== null && { signupKind: lead.signupKind }),
    receivedAt: lead.receivedAt.toISOString(),
    timestamp: lead.clientTimestamp,
    address: '',
    userAgent: '',
    ...enteredFields(lead),
  };
}
