import type { CountedGoal, FunnelStep, UnjoinedReason } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';

/** The texts for the contract's names. */
export const goalLabels: Record<CountedGoal, MessageKey> = {
  lead: 'admin.analytics.goals.name.lead',
  setups: 'admin.analytics.goals.name.setups',
  question: 'admin.analytics.goals.name.question',
  proposal: 'admin.analytics.goals.name.proposal',
  newsletter: 'admin.analytics.goals.name.newsletter',
  'newsletter-confirmed': 'admin.analytics.goals.name.newsletterConfirmed',
  'prompt-signup': 'admin.analytics.goals.name.promptSignup',
  'video-signup': 'admin.analytics.goals.name.videoSignup',
  'calendar-opened': 'admin.analytics.goals.name.calendarOpened',
  booked: 'admin.analytics.goals.name.booked',
  'video-30': 'admin.analytics.goals.name.video30',
  'video-gate': 'admin.analytics.goals.name.videoGate',
  'form-opened': 'admin.analytics.goals.funnel.formOpened',
};

export const stepLabels: Record<FunnelStep, MessageKey> = {
  session: 'admin.analytics.goals.funnel.session',
  'learn-or-booking': 'admin.analytics.goals.funnel.forms',
  'form-opened': 'admin.analytics.goals.funnel.formOpened',
  lead: 'admin.analytics.goals.funnel.lead',
};

export const reasonLabels: Record<UnjoinedReason, MessageKey> = {
  imported: 'admin.analytics.goals.unjoined.imported',
  'not-counted': 'admin.analytics.goals.unjoined.notCounted',
  ambiguous: 'admin.analytics.goals.unjoined.ambiguous',
  unknown: 'admin.analytics.goals.unjoined.unknown',
  released: 'admin.analytics.goals.unjoined.released',
  'without-session': 'admin.analytics.goals.unjoined.withoutSession',
};
