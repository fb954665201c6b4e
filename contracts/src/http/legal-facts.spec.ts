import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { legalFacts, missingFacts, requiredFacts } from './legal-facts.js';
import type { SiteConfig } from './site-config.js';

const example = JSON.parse(
  readFileSync(new URL('../../../site.config.json', import.meta.url), 'utf8'),
) as SiteConfig;
const both = (text: string) => ({ en: text, nl: text });
const own: SiteConfig = {
  ...example,
  email: 'anna@front.nl',
  person: { name: 'Anna', town: both('The Hague') },
  company: {
    ...{ name: 'Anna Bakker', number: both('Chamber of Commerce 12 34 56 78'), address: 'Street 2' },
    ...{ town: both('1234 XY The Hague'), court: 'The Hague', hosting: both('Hetzner, Germany') },
    ...{ mailer: both('Soverin'), formServices: both('nobody'), visitServices: both('nobody') },
    outsideEurope: both('none'),
  },
  scheduler: { provider: 'link', address: 'https://meet.front.nl/anna' },
};

it('the facts leave out what is still the example’s', () => {
  expect(legalFacts(example, 'en')).toEqual({});
  expect(missingFacts(example)).toEqual([...requiredFacts]);
});

it('are complete once the owner has given each', () => {
  expect(missingFacts(own)).toEqual([]);
  expect(legalFacts(own, 'nl')).toMatchObject({ number: '12 34 56 78', scheduler: 'meet.front.nl' });
});

it('are missing where one language has none, and fall back on English', () => {
  expect(missingFacts({ ...own, company: { ...own.company, hosting: { en: 'Hetzner' } } })).toEqual([]);
  const person = { name: 'Anna', town: { en: 'The Hague', nl: 'Voorbeeldstad' } };
  expect(missingFacts({ ...own, person })).toEqual(['place']);
  const { phone: _, ...others } = own;
  expect(missingFacts(others)).toEqual([]);
});
