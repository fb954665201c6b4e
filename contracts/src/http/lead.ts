/** What a form can be; `setups` and `question` share one address. */
export const leadKinds = ['setups', 'question', 'newsletter', 'video-signup', 'prompt-signup'] as const;
export type LeadKind = (typeof leadKinds)[number];

export const leadStatuses = ['new', 'answered', 'archived'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** A quarantined lead waits for the owner; nobody is told of it until she releases it. */
export const leadVerdicts = ['accepted', 'quarantined', 'released'] as const;
export type LeadVerdict = (typeof leadVerdicts)[number];

/** Why a lead is doubted. `disposable-domain` alone is only a remark. */
export const verdictReasons = ['honeypot', 'too-fast', 'disposable-domain'] as const;
export type VerdictReason = (typeof verdictReasons)[number];

/** How sure it is which visit a lead came from; nothing is stored on the device to tell. */
export type VisitMatch = 'certain' | 'ambiguous' | 'unknown';

/** What every form may send beside its fields; absence is no sign of anything. */
export interface FormSigns {
  /** Hidden from people: whoever fills it in is a program. */
  website?: string;
  /** From showing the form to sending it. */
  elapsedMs?: number;
}

export interface SetupsInquiryBody extends FormSigns {
  email: string;
  idea: string;
  language: string;
  timestamp: string;
  kind?: 'setups' | 'question';
}

export interface NewsletterSignupBody extends FormSigns {
  email: string;
  language: string;
  timestamp: string;
}

/** At least one of email and phone; no format check (spec, section 5). */
export interface VideoSignupBody extends FormSigns {
  email?: string;
  phone?: string;
  videoId: string;
  watchTime: number;
  timestamp: string;
}

export interface PromptSignupBody extends FormSigns {
  email: string;
  language: string;
  timestamp: string;
}

/** `documentUrl` opens the guide for 24 hours. */
export interface PromptSignupAnswer {
  id: string;
  documentUrl: string;
}

/** One of the two: a bare address, or the signed token of a link in a mail. */
export interface UnsubscribeBody {
  email?: string;
  token?: string;
}

/** `GET /api/admin/leads`: newest first; `cursor` asks for the next page and is absent on the last. */
export interface LeadsPage {
  leads: LeadOfPage[];
  cursor?: string;
}

export interface LeadOfPage {
  id: string;
  kind: LeadKind;
  status: LeadStatus;
  verdict: LeadVerdict;
  verdictReasons: string[];
  email: string | null;
  phone: string | null;
  idea: string | null;
  language: 'ENG' | 'NL' | null;
  videoId: string | null;
  watchTime: number | null;
  /** The client's word. */
  timestamp: string;
  /** ISO instant of the server. */
  receivedAt: string;
  visit: {
    match: VisitMatch;
    firstPage: string | null;
    referrer: string | null;
    utmSource: string | null;
    utmMedium: string | null;
    utmCampaign: string | null;
  };
  /** Of its webhook: none is configured, it waits, it arrived, or every attempt failed. */
  delivery: 'none' | 'waiting' | 'delivered' | 'failed';
}
