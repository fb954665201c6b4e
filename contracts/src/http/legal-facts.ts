import { isExampleText } from './example-words.js';
import { type TextLanguage, textLanguages } from './languages.js';
import { inLanguage, type OtherScheduler, type PerLanguage, type SiteConfig } from './site-config.js';

/** The facts that the legal documents can't do without, by the names that their texts use. */
export const requiredFacts = [
  'name',
  'number',
  'address',
  'town',
  'place',
  'email',
  'scheduler',
  'court',
  'hosting',
  'mailer',
  'formServices',
  'visitServices',
  'outsideEurope',
] as const;
export type RequiredFact = (typeof requiredFacts)[number];

/** `date` is the day on which a document is made. */
export type LegalFacts = Partial<Record<RequiredFact | 'vat' | 'phone' | 'date', string>>;

type Site = Pick<SiteConfig, 'email' | 'phone' | 'company' | 'person' | 'scheduler'>;

/** The facts of a business for its legal documents, without those that are still the example's. */
export function legalFacts(
  { email, phone, company, person, scheduler }: Site,
  language: TextLanguage,
): LegalFacts {
  const own = (values: PerLanguage<string> | undefined) => values && inLanguage(values, language);
  const facts: Record<keyof Omit<LegalFacts, 'date'>, string | undefined> = {
    name: company?.name,
    number: numberAlone(own(company?.number)),
    vat: company?.vat,
    address: company?.address,
    town: own(company?.town),
    // Without its postcode, as in "established in".
    place: own(person?.town),
    email,
    phone,
    scheduler: scheduler.provider === 'own' ? company?.name : schedulerName(scheduler),
    court: company?.court,
    hosting: own(company?.hosting),
    mailer: own(company?.mailer),
    formServices: own(company?.formServices),
    visitServices: own(company?.visitServices),
    outsideEurope: own(company?.outsideEurope),
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => fact !== undefined && !isExampleText(fact)),
  );
}

/** The required facts that a site lacks in any of its languages. */
export function missingFacts(site: Site): RequiredFact[] {
  const facts = textLanguages.map((language) => legalFacts(site, language));
  return requiredFacts.filter((name) => facts.some((known) => known[name] === undefined));
}

/** The texts have the register's name before it. */
function numberAlone(number = ''): string | undefined {
  return isExampleText(number) ? undefined : /\d[\d .-]*\d/.exec(number)?.[0];
}

function schedulerName({ provider, address }: OtherScheduler): string | undefined {
  if (isExampleText(address)) return undefined;
  if (provider === 'link') return URL.canParse(address) ? new URL(address).hostname : undefined;
  return { calendly: 'Calendly', cal: 'Cal.com' }[provider];
}
