import { expect, it } from 'vitest';
import { Config } from '../platform/config.js';
import { DocumentLinks } from './document-links.js';

const links = new DocumentLinks(Object.assign(new Config(), { jwtSecret: 'a-secret-of-the-tests' }));
const now = Date.UTC(2026, 10, 21);
const hour = 3_600_000;

it('makes links that work for 24 hours', () => {
  const query = new URL(links.guideUrl(now), 'http://localhost').searchParams;
  const [expires, sig] = [query.get('expires'), query.get('sig')];
  expect(links.opensGuide(expires, sig, now)).toBe(true);
  expect(links.opensGuide(expires, sig, now + 24 * hour - 1_000)).toBe(true);
  expect(links.opensGuide(expires, sig, now + 24 * hour)).toBe(false);
});

it('opens for nothing else', () => {
  const query = new URL(links.guideUrl(now), 'http://localhost').searchParams;
  const [expires, sig] = [query.get('expires') ?? '', query.get('sig') ?? ''];
  expect(links.opensGuide(String(Number(expires) + 1), sig, now)).toBe(false);
  expect(links.opensGuide(`0${expires}`, sig, now)).toBe(false);
  expect(links.opensGuide(expires, sig.toUpperCase(), now)).toBe(false);
  expect(links.opensGuide([expires, expires], sig, now)).toBe(false);
  expect(links.opensGuide(expires, undefined, now)).toBe(false);
});
