import { flattenTexts, pageOfText, textPages } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { casePages, pages } from '../../site/pages/paths';
import { pathOf, pathOfText } from './site-pages';

const keys = Object.keys(flattenTexts(messages.en));
const paths = new Set([...pages, ...casePages()].map(({ path }) => path));

it('has a page for each text, and texts for each page', () => {
  const used = new Set(keys.map((key) => pageOfText(key)));
  expect([...used].sort()).toEqual([...textPages].sort());
  const other = new Set(keys.filter((key) => pageOfText(key) === 'other').map((key) => key.split('.')[0]));
  expect([...other].sort()).toEqual(['case', 'confirm', 'logos', 'notFound', 'unsubscribe']);
});

it('knows the templates of replies and the mails to visitors for mails, and the labels around them for the admin’s', () => {
  const mails = keys.filter((key) => pageOfText(key) === 'mails');
  expect(mails.filter((key) => key.startsWith('admin.reply.'))).toHaveLength(4);
  expect(mails.filter((key) => key.startsWith('mail.'))).toHaveLength(33);
  expect(mails).toHaveLength(37);
  expect(pageOfText('admin.reply.failedText')).toBe('admin');
});

it.each(['en', 'nl'] as const)('opens pages that there are, in %s', (language) => {
  const found = keys.map((key) => pathOfText(key, language)).filter((path) => path !== undefined);
  // An unknown path shows the texts about that.
  const wrong = found.filter((path) => !paths.has(path) && !path.endsWith('/404'));
  expect(wrong).toEqual([]);
  expect(paths.has(pathOf('all', language) ?? '')).toBe(true);
  expect(pathOf('mails', language)).toBeUndefined();
});

it('opens the same page in the other language', () => {
  expect(pathOfText('unsubscribe.title', 'nl')).toBe('/nl/afmelden');
  expect(pathOfText('home.hero.lead', 'nl')).toBe('/nl');
  expect(pathOfText('privacy.title', 'nl')).toBe('/nl/privacy');
  expect(pathOfText('case.back', 'nl')).toBe('/nl/werk/example-wholesaler');
});
