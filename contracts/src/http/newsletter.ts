import type { Accepted } from './visit.js';

/** `needsConfirmation`: the signup counts once the link in a mail has been followed (double opt-in). */
export interface NewsletterSignupAnswer extends Accepted {
  needsConfirmation: boolean;
}

/** The token of the link in a confirmation mail; the page that the link opens posts it. */
export interface NewsletterConfirmBody {
  token: string;
}
