import type { VisitBody } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { createVisitCounter, type Browser, referrerOfVisit } from './visit-counting';

const home = { path: '/en', query: '?utm_source=letter&x=1', language: 'ENG' } as const;
const thuis = { path: '/nl', query: '', language: 'NL' } as const;

function counterIn(browser: Partial<Browser> = {}) {
  const sent: VisitBody[] = [];
  const tell = createVisitCounter({
    origin: 'https://site.example',
    referrer: 'https://search.example/',
    whenSeen: (callback) => {
      callback();
    },
    whenBack: () => undefined,
    isLeftOut: () => false,
    isDriven: false,
    send: (visit) => sent.push(visit),
    ...browser,
  });
  return { sent, tell };
}

describe('the visit counter', () => {
  it('sends page, referrer and language of the first page', () => {
    const { sent, tell } = counterIn();
    tell(home);
    expect(sent).toEqual([
      { page: '/en?utm_source=letter', referrer: 'https://search.example/', language: 'ENG' },
    ]);
  });

  it('names the page before as the referrer of a route change', () => {
    const { sent, tell } = counterIn();
    tell(home);
    tell(thuis);
    expect(sent[1]).toEqual({
      page: '/nl',
      referrer: 'https://site.example/en?utm_source=letter',
      language: 'NL',
    });
  });

  it('counts a page once however often it is rendered, and again when the visitor returns to it', () => {
    const { sent, tell } = counterIn();
    for (const page of [home, home, thuis, thuis, home]) tell(page);
    expect(sent.map(({ page }) => page.split('?')[0])).toEqual(['/en', '/nl', '/en']);
  });

  it('counts a page that comes back from the back/forward cache, as long as its visitor is counted', () => {
    let comeBack = () => undefined as unknown;
    let leftOut = false;
    const { sent, tell } = counterIn({
      whenBack: (callback) => (comeBack = callback),
      isLeftOut: () => leftOut,
    });
    comeBack();
    tell(thuis);
    comeBack();
    leftOut = true;
    comeBack();
    expect(sent).toEqual([
      { page: '/nl', referrer: 'https://search.example/', language: 'NL' },
      { page: '/nl', referrer: 'https://site.example/nl', language: 'NL' },
    ]);
  });

  it('leaves the admin out, and only it', () => {
    const { sent, tell } = counterIn();
    for (const path of ['/admin', '/admin/analytics', '/shared', '/administration']) {
      tell({ path, query: '', language: 'ENG' });
    }
    expect(sent.map(({ page }) => page)).toEqual(['/administration']);
  });

  it('leaves out who is to be left out', () => {
    const { sent, tell } = counterIn({ isLeftOut: () => true });
    tell(home);
    expect(sent).toEqual([]);
  });

  it('says that a program drives the browser, and nothing where none does', () => {
    const { sent, tell } = counterIn({ isDriven: true });
    tell(home);
    expect(sent).toMatchObject([{ webdriver: true }]);
  });

  it('waits until a prerendered page is seen, and sends nothing when it never is', () => {
    const seen: (() => void)[] = [];
    const { sent, tell } = counterIn({ whenSeen: (callback) => seen.push(callback) });
    tell(home);
    expect(sent).toEqual([]);
    for (const callback of seen) callback();
    expect(sent).toHaveLength(1);
  });
});

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
