import { slugPattern } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { followName, slugFromName } from './case-page-fields';

it.each([
  ['A wholesaler of four', 'a-wholesaler-of-four'],
  ['Bakkerij Z’n zoon & dochter', 'bakkerij-zn-zoon-dochter'],
  ['Café Privé', 'cafe-prive'],
  ['Großhandel: 4', 'grosshandel-4'],
  ['  ../../etc/passwd ', 'etc-passwd'],
  ['x'.repeat(59) + ' y', 'x'.repeat(59)],
  ['面包店', ''],
  ['', ''],
])('the address of %j is %j', (name, slug) => {
  expect(slugFromName(name)).toBe(slug);
  if (slug !== '') expect(slug).toMatch(slugPattern);
});

describe('an address', () => {
  const named = (name: string, slug: string) => ({ name: { en: name }, page: { slug } });

  it('follows the name', () => {
    const now = followName(named('Bakery', 'bake'), named('Bake', 'bake'), []);
    expect(now.page?.slug).toBe('bakery');
  });

  it('stays once it was written by hand, or is on the site', () => {
    for (const [slug, published] of [
      ['mine', []],
      ['bake', ['bake']],
    ] as const)
      expect(followName(named('Bakery', slug), named('Bake', slug), [...published]).page?.slug).toBe(slug);
  });

  it('does not exist for a case without a page', () => {
    expect(followName({ name: { en: 'Bakery' } }, { name: { en: 'Bake' } }, [])).toEqual({
      name: { en: 'Bakery' },
    });
  });
});
