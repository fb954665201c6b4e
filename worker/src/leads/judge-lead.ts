import type { LeadVerdict, VerdictReason } from '@voordeur/contracts/http';
import { type AcceptLead } from '@voordeur/contracts/jobs';
import { isDoubtful, isTooFast } from '@voordeur/server';
import mailChecker from 'mailchecker';

const disposableDomains = mailChecker.blacklist();

/** The verdict on a lead, and why. A doubtful lead is kept for the owner to see, never dropped. */
export function judgeLead(lead: Pick<AcceptLead, 'email' | 'honeypot' | 'elapsedMs'>): {
  verdict: LeadVerdict;
  reasons: VerdictReason[];
} {
  const reasons: VerdictReason[] = [];
  if (lead.honeypot) reasons.push('honeypot');
  if (isTooFast(lead.elapsedMs)) reasons.push('too-fast');
  // Only a remark: people with a real question use such addresses too.
  if (isDisposable(lead.email)) reasons.push('disposable-domain');
  return { verdict: isDoubtful(lead) ? 'quarantined' : 'accepted', reasons };
}

/** A listed domain's subdomains are disposable too. */
function isDisposable(email = ''): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')));
}
