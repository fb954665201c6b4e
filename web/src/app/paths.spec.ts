import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { languageOfPath } from '../i18n/language';
import { addressOf, pages } from './paths';

describe('pages', () => {
  it.each(pages)('$path is reached at its own address, in its own language', (page) => {
    const address = addressOf(page);
    const matched = matchRoutes(
      pages.map(({ path }) => ({ path })),
      address,
    );
    expect(matched?.[0]?.route.path).toBe(page.path);
    expect(languageOfPath(address)).toBe(page.language);
  });

  it('shows an unknown path in the language of its first segment', () => {
    const of = (path: string) => matchRoutes(pages, path)?.[0]?.route.file;
    expect([of('/gone'), of('/admin/gone'), of('/nl/weg'), of('/nl/a/b')]).toEqual([
      '404.html',
      '404.html',
      'nl/404.html',
      'nl/404.html',
    ]);
  });

  it('writes no two pages to one file', () => {
    expect(new Set(pages.map(({ file }) => file)).size).toBe(pages.length);
  });
});
