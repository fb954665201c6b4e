import { perLanguage, textLanguages } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { findRows, leftBehindBy, type Row } from './catalogue-rows';

const unchanged = (text: string) => ({ text, builtIn: text });
const rows: Row[] = [
  {
    key: 'home.hero.headline',
    ...perLanguage(() => unchanged('Come in.')),
    nl: { text: 'Loop door.', builtIn: 'Kom binnen.' },
  },
  { key: 'learn.title', ...perLanguage(() => unchanged('Six videos')), nl: unchanged('Zes\u00a0video’s') },
];
const both = ['en', 'nl'] as const;
const found = (wanted: Partial<Parameters<typeof findRows>[1]>) =>
  findRows(rows, { search: '', languages: both, changedOnly: false, toTranslateOnly: false, ...wanted }).map(
    ({ key }) => key,
  );

it.each([
  ['nothing', {}, ['home.hero.headline', 'learn.title']],
  ['part of a key, in any case', { search: 'HERO' }, ['home.hero.headline']],
  ['part of a text, in any case', { search: ' sIx ' }, ['learn.title']],
  ['the built-in text of one that was changed', { search: 'kom binnen' }, ['home.hero.headline']],
  ['a text whose space doesn’t break', { search: 'zes video' }, ['learn.title']],
  ['a text of the other language', { search: 'zes', languages: ['en'] as const }, []],
  ['what is nowhere', { search: 'cellar' }, []],
  ['what differs', { changedOnly: true }, ['home.hero.headline']],
  ['what differs in a language where nothing does', { changedOnly: true, languages: ['en'] as const }, []],
  ['what one language lacks', { toTranslateOnly: true }, ['home.hero.headline']],
  ['what is lacking where it was changed', { toTranslateOnly: true, languages: ['nl'] as const }, []],
])('looking for %s', (_, wanted, keys) => {
  expect(found(wanted)).toEqual(keys);
});

it.each(rows)('an edit of $key leaves every other language behind that has the built-in text', (row) => {
  const own = row.key === 'home.hero.headline' ? ['nl'] : [];
  expect(leftBehindBy(row, 'en')).toEqual(textLanguages.filter((other) => !['en', ...own].includes(other)));
});
