/** What a form can be; `setups` and `question` share one address. */
export const leadKinds = ['setups', 'question', 'newsletter', 'video-signup', 'prompt-signup'] as const;
export type LeadKind = (typeof leadKinds)[number];

export interface SetupsInquiryBody {
  email: string;
  idea: string;
  language: string;
  timestamp: string;
  kind?: 'setups' | 'question';
}

export interface NewsletterSignupBody {
  email: string;
  language: string;
  timestamp: string;
}

/** At least one of email and phone; no format check (spec, section 5). */
export interface VideoSignupBody {
  email?: string;
  phone?: string;
  videoId: string;
  watchTime: number;
  timestamp: string;
}

export interface PromptSignupBody {
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
