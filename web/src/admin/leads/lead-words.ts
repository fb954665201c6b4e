import type { LeadKind, LeadOfPage, LeadStatus, SignupKind, VerdictReason } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { TextOf } from '../../i18n/use-text';
import { hostOf } from '../../lib/format';
import type { Box } from './lead-filters';

/** The texts for the contract's names. */
export const kindLabels: Record<LeadKind, MessageKey> = {
  setups: 'admin.leads.kindSetups',
  question: 'admin.leads.kindQuestion',
  proposal: 'admin.leads.kindProposal',
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
export function senderOf({ email, phone }: LeadOfPage): string {
  return email ?? phone ?? '';
}
