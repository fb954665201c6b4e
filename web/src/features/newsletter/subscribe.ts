import type { NewsletterSignupBody } from '@voordeur/contracts/http';
import { wireLanguage, type SiteLanguage } from '../../i18n/language';
import { postJson } from '../../lib/post-json';

/** Asks for the newsletter; throws when it was not accepted. */
export async function subscribe(email: string, language: SiteLanguage): Promise<void> {
  const body: NewsletterSignupBody = {
    email,
    language: wireLanguage[language],
    timestamp: new Date().toISOString(),
  };
  await postJson('/api/newsletter-signup', body);
}
