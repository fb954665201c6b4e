import { describe, expect, it } from 'vitest';
import { pageOfVisit, referrerOfVisit } from './page-of-visit';

describe('pageOfVisit', () => {
  it.each([
    ['/nl', '', '/nl'],
    ['/en', '?utm_source=letter&utm_medium=email', '/en?utm_source=letter&utm_medium=email'],
    ['/en', '?a=1&UTM_Source=x&email=you%40company.com', '/en?UTM_Source=x'],
    ['/unsubscribe', '?email=you%40company.com', '/unsubscribe'],
    ['/en', '?utm_=x&notutm_source=y', '/en'],
    ['/en', '?utm_campaign=caf%C3%A9%20open', '/en?utm_campaign=caf%C3%A9%20open'],
  ])('%s%s is %s', (path, query, page) => {
    expect(pageOfVisit(path, query)).toBe(page);
  });
});

describe('referrerOfVisit', () => {
  const own = 'https://site.example';

  it('keeps another site as it came', () => {
    expect(referrerOfVisit('https://search.example/?q=x', own)).toBe('https://search.example/?q=x');
  });

  it('cleans our own page', () => {
    expect(referrerOfVisit(`${own}/unsubscribe?email=a%40b.nl&utm_source=x`, own)).toBe(
      `${own}/unsubscribe?utm_source=x`,
    );
  });

  it('is empty without one', () => {
    expect(referrerOfVisit('', own)).toBe('');
  });
});
