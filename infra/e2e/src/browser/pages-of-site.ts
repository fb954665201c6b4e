import { messages } from '@voordeur/contracts/messages';
/** Every public page: its path, its title and the words its headline begins with. */

const { en, nl } = messages;
export const pagesOfSite = [
  ['/en', 'Voordeur - AI, Automation & More', 'Come in.'],
  ['/nl', 'Voordeur - AI, Automatisering & Meer', 'Kom binnen.'],
  ['/learn', 'Learn | Voordeur', 'Six short videos'],
  ['/nl/learn', 'Leren | Voordeur', 'Zes korte video’s'],
  ['/booking', 'Book a free call | Voordeur', 'Half an hour'],
  ['/nl/booking', 'Boek een gesprek | Voordeur', 'Een half uur'],
  ['/aanmelding-prompt', 'The guide | Voordeur', en.guide.lockedTitle],
  ['/nl/aanmelding-prompt', 'De gids | Voordeur', nl.guide.lockedTitle],
  ['/legal', 'Legal | Voordeur', 'The small print'],
  ['/nl/legal', 'Juridisch | Voordeur', 'De kleine lettertjes'],
  ['/privacy', 'Privacy on this site | Voordeur', en.privacy.headline],
  ['/nl/privacy', 'Privacy op deze site | Voordeur', nl.privacy.headline],
  ['/logos', 'Partner logos | Voordeur', en.logos.headline],
  ['/nl/logos', 'Partnerlogo’s | Voordeur', nl.logos.headline],
  ['/unsubscribe', 'Unsubscribe | Voordeur', en.unsubscribe.headline],
  ['/afmelden', 'Afmelden | Voordeur', nl.unsubscribe.headline],
  ['/nl/afmelden', 'Afmelden | Voordeur', nl.unsubscribe.headline],
  ['/confirm', 'Confirm your subscription | Voordeur', en.confirm.headline],
  ['/nl/bevestigen', 'Bevestig je aanmelding | Voordeur', nl.confirm.headline],
  ['/work/example-wholesaler', 'Example: a wholesaler of four | Voordeur', 'Example: a wholesaler of four'],
  [
    '/nl/werk/example-wholesaler',
    'Voorbeeld: een groothandel met z’n vieren | Voordeur',
    'Voorbeeld: een groothandel',
  ],
] as const;
