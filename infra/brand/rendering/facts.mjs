import { isExampleText } from '@voordeur/api';
import { site } from './places.mjs';

/** Facts about the business by the names that texts use, without those still of the example. */
export function factsOf(language) {
  const { email, phone, company = {}, person = {} } = site;
  const inLanguage = (values) => values?.[language] ?? values?.en;
  const facts = {
    name: company.name,
    number: numberAlone(inLanguage(company.number)),
    vat: company.vat,
    address: company.address,
    town: inLanguage(company.town),
    // Without its postcode, as in "established in".
    place: inLanguage(person.town),
    email,
    phone,
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => fact !== undefined && !isExampleText(fact)),
  );
}

/** A text with its `{{fact:, words *}}`, of which not every business has the fact: in place of the `*`, or without the words. */
export const withOptionalFacts = (text, facts) =>
  text.replaceAll(/\{\{(\w+):(.+?)\}\}/g, (_, name, words) =>
    facts[name] === undefined ? '' : words.replace('*', () => facts[name]),
  );

/** The texts have the register's name before it. */
const numberAlone = (number = '') => (isExampleText(number) ? undefined : /\d[\d .-]*\d/.exec(number)?.[0]);
