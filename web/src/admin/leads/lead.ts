import type {
  Accepted,
  ChangeLeadBody,
  LeadCounts,
  OneLeadAnswer,
  ReplyBody,
  LeadKind,
  LeadOfPage,
  LeadStatus,
  SignupKind,
  VerdictReason,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText, type TextOf } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { hostOf } from '../../lib/format';
import { showToast } from '../../lib/toast-store';
import type { Box } from './lead-filters';

export const leadsPath = '/api/admin/leads';

/** How many leads are in each box. */
export function useLeadCounts() {
  return useQuery<LeadCounts>({ queryKey: [leadsPath, 'counts'], ...readWhenOpened });
}

/** Changes status or note. With the revision it was opened at, it's refused (`lead-conflict`) when another change came between. */
export function changeLead(id: string, change: ChangeLeadBody, revision?: number): Promise<OneLeadAnswer> {
  const ifMatch = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  return adminSend('PATCH', `${leadsPath}/${id}`, change, ifMatch);
}

/** Mails an answer to a lead. */
export function sendReply(id: string, reply: ReplyBody): Promise<Accepted> {
  return adminSend('POST', `${leadsPath}/${id}/reply`, reply);
}

/** Marks a lead as answered. For ten seconds its toast offers to make it a new one again, as it was. */
export function useAnswerLead() {
  const text = useText();
  const undo = useUndo(({ id, revision }: OneLeadAnswer) => changeLead(id, { status: 'new' }, revision));
  return useAdminCall({
    run: ({ id }: Pick<LeadOfPage, 'id' | 'status'>) => changeLead(id, { status: 'answered' }),
    failed: text('admin.leads.notChanged'),
    onDone: (answered, { status }) =>
      showToast({
        title: text('admin.leads.answeredTitle'),
        text: text('admin.leads.answeredText'),
        ...(status === 'new' && { action: undo(answered, 1) }),
      }),
  });
}

/** The toast's button that takes back what was done to `n` leads. */
export function useUndo<Done>(run: (done: Done) => Promise<unknown>) {
  const text = useText();
  const call = useAdminCall({
    run: ({ done }: { done: Done; n: number }) => run(done),
    failed: text('admin.leads.notUndone'),
    onDone: (_, { n }) =>
      showToast({ title: text('admin.leads.undoneTitle'), text: text('admin.leads.undoneText', { n }) }),
  });
  return (done: Done, n: number) => ({ label: text('admin.undo'), run: () => call.mutate({ done, n }) });
}

/** Takes a lead out of quarantine. */
export function useReleaseLead() {
  const text = useText();
  return useAdminCall({
    run: (id: string) => adminSend<Accepted>('POST', `${leadsPath}/${id}/release`, {}),
    failed: text('admin.leads.notReleased'),
    onDone: () =>
      showToast({ title: text('admin.leads.releasedTitle'), text: text('admin.leads.releasedText') }),
  });
}

/** The texts for the contract's names. */
export const kindLabels: Record<LeadKind, MessageKey> = {
  setups: 'admin.leads.kindSetups',
  question: 'admin.leads.kindQuestion',
  proposal: 'admin.leads.kindProposal',
  booking: 'admin.leads.kindBooking',
  newsletter: 'admin.leads.kindNewsletter',
  'video-signup': 'admin.leads.kindVideoSignup',
  'prompt-signup': 'admin.leads.kindPromptSignup',
};

export const signupLabels: Record<SignupKind, MessageKey> = { agents: 'admin.leads.signupAgents' };

export const statusLabels: Record<LeadStatus, MessageKey> = {
  new: 'admin.leads.statusNew',
  answered: 'admin.leads.statusAnswered',
  archived: 'admin.leads.statusArchived',
};

export const boxLabels: Record<Box, MessageKey> = {
  'to-answer': 'admin.leads.boxToAnswer',
  'sign-ups': 'admin.leads.boxSignUps',
  answered: 'admin.leads.boxAnswered',
  archived: 'admin.leads.boxArchived',
  quarantine: 'admin.leads.boxQuarantine',
  all: 'admin.leads.boxAll',
};

const reasonLabels: Record<VerdictReason, MessageKey> = {
  honeypot: 'admin.leads.reasonHoneypot',
  'too-fast': 'admin.leads.reasonTooFast',
  'disposable-domain': 'admin.leads.reasonDisposable',
  owner: 'admin.leads.reasonOwner',
};

/** Why it's held back, in our order. */
export function reasonsOf({ verdictReasons }: LeadOfPage, text: TextOf): string[] {
  return Object.entries(reasonLabels).flatMap(([reason, word]) =>
    verdictReasons.includes(reason) ? [text(word)] : [],
  );
}

/** Where a lead came from, in a few words: the campaign, else the site that led here, else directly. */
export function describeVisit({ visit }: LeadOfPage, text: TextOf): string {
  if (visit.match === 'ambiguous') return text('admin.leads.sourceAmbiguous');
  if (visit.match === 'not-counted') return text('admin.leads.sourceNotCounted');
  if (visit.match === 'unknown') return text('admin.leads.sourceUnknown');
  const campaign = [visit.utmSource, visit.utmCampaign].filter(Boolean).join(' / ');
  return campaign || hostOf(visit.referrer ?? '') || text('admin.leads.sourceDirect');
}

/** A lead's name in a list: who sent it. */
export function senderOf({ name, email, phone }: LeadOfPage): string {
  return [name, email ?? phone].filter(Boolean).join(' · ');
}
