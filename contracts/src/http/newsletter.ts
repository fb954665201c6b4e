import type { Accepted } from './visit.js';

/** `needsConfirmation`: the signup only counts once the link in a mail has been followed (double opt-in). */
export interface NewsletterSignupAnswer extends Accepted {
  needsConfirmation: boolean;
}

/** The token from the link in a confirmation mail, posted by the page that the link opens. */
export interface NewsletterConfirmBody {
  token: string;
}
