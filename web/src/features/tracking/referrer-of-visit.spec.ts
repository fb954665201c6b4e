import { describe, expect, it } from 'vitest';
import { referrerOfVisit } from './referrer-of-visit';

describe('referrerOfVisit', () => {
  const own = 'https://site.example';

  it('keeps no query of another site', () => {
    expect(referrerOfVisit('https://search.example/?q=x', own)).toBe('https://search.example/');
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
