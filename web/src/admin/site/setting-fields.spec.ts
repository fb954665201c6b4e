import { expect, it } from 'vitest';
import schema from '../../../../site.config.schema.json';
import { describeProblem, fieldOf, problemsOf, settingFields } from './setting-fields';

interface Property {
  maxLength?: number;
  properties?: Record<string, Property>;
  patternProperties?: Record<string, Property>;
  items?: Property;
}

/** The schema of a field's text, which may be one of several languages. */
function propertyOf(name: string): Property | undefined {
  let at: Property | undefined = schema as Property;
  for (const step of name.split('.')) {
    at = at?.items ?? at?.patternProperties?.['^[a-z]{2}$'] ?? at;
    at = at?.properties?.[step];
  }
  return at?.patternProperties?.['^[a-z]{2}$'] ?? at;
}

it.each(Object.entries(settingFields))('%s has the limit of the schema', (name, { most }) => {
  expect(propertyOf(name)).toBeDefined();
  expect(most).toBe(propertyOf(name)?.maxLength);
});

it.each([
  ['quote.by.en', { label: 'admin.yourSite.quoteBy', most: 100, language: 'en' }],
  ['social.nl.youtube', { label: 'admin.yourSite.youtube', kind: 'link', language: 'nl' }],
  [
    'streets.2.before.number.en',
    { label: 'admin.yourSite.beforeNumber', most: 16, language: 'en', index: 2 },
  ],
  ['streets.1.page.story.nl', { label: 'admin.yourSite.story', most: 4_000, language: 'nl', index: 1 }],
  ['person.signature', { label: 'admin.yourSite.signature' }],
  ['person.pronoun', undefined],
])('%s is a field of the screen, or none', (path, field) => {
  expect(fieldOf(path)).toEqual(field);
});

const calendly = (address: string) => ({ provider: 'calendly', address });

it.each([
  ['price', null, []],
  ['price', { nl: 'Vanaf' }, ['price.en']],
  ['product', null, ['product']],
  ['email', 'anna', ['email']],
  ['phone', '12', ['phone']],
  ['person', { town: { nl: 'Den Haag' } }, ['person.name', 'person.town.en']],
  ['quote', { text: { en: 'Good' } }, ['quote.by.en']],
  ['channel', 'http://example.org', ['channel']],
  ['social', { en: {}, nl: { facebook: 'facebook' } }, ['social.nl.facebook']],
  ['colours', null, []],
  ['colours', { set: 'hearth', lamp: '#F0B95A' }, []],
  ['colours', { set: 'hearth', lamp: '#f0b95' }, ['colours.lamp']],
  ['colours', { set: 'hearth', lamp: '#803300' }, ['colours.lamp']],
  ['scheduler', calendly('https://calendly.com/anna/30min'), []],
  ['scheduler', calendly('https://calendly.com.example/anna'), ['scheduler.address']],
  ['scheduler', { provider: 'cal', address: 'https://app.cal.com/anna' }, []],
  ['scheduler', { provider: 'cal', address: 'https://team.cal.com/anna' }, ['scheduler.address']],
  ['scheduler', { provider: 'link', address: 'https://example.org' }, []],
  ['scheduler', { provider: 'link' }, ['scheduler.address']],
  ['daysOff', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], ['daysOff']],
] as const)('problems of %s %j: %j', (key, value, paths) => {
  expect(Object.keys(problemsOf(key, value))).toEqual(paths);
});

const side = { number: { en: '1' }, text: { en: 'hour' } };
const story = { en: 'Once' };
const withPages = (...pages: object[]) =>
  pages.map((page) => ({ name: { en: 'Bakery' }, before: side, after: side, page }));

it.each([
  [withPages({ slug: 'a', story }, { slug: 'b', story }), {}],
  [
    withPages({ story: { nl: 'Ooit' } }),
    {
      'streets.0.page.slug': 'admin.yourSite.missing',
      'streets.0.page.story.en': 'admin.yourSite.missingEnglish',
    },
  ],
  [
    withPages({ slug: 'a', story, quote: { text: { en: 'Good' } } }),
    { 'streets.0.page.quote.by.en': 'admin.yourSite.missingEnglish' },
  ],
  [withPages({ slug: '../a', story }), { 'streets.0.page.slug': 'admin.yourSite.slugHint' }],
  [
    withPages({ slug: 'a', story }, { slug: 'a', story }),
    { 'streets.1.page.slug': 'admin.yourSite.slugTaken' },
  ],
])('problems of the pages of cases (%#)', (streets, problems) => {
  expect(problemsOf('streets', streets)).toEqual(problems);
});

it('a refusal of the api says the same', () => {
  const typed = withPages({ slug: 'a', story }, { slug: 'a', story });
  expect(describeProblem('streets.1.page.slug', 'a', typed)).toBe('admin.yourSite.slugTaken');
});
