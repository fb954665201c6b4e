import { expect, it } from 'vitest';
import { judgeLead } from './judge-lead.js';

const email = 'you@example.org';

it.each([
  ['nothing known', {}, 'accepted', []],
  ['an ordinary form', { email, honeypot: false, elapsedMs: 8_000 }, 'accepted', []],
  ['the honeypot', { email, honeypot: true, elapsedMs: 8_000 }, 'quarantined', ['honeypot']],
  ['too fast', { email, elapsedMs: 999 }, 'quarantined', ['too-fast']],
  ['just slow enough', { email, elapsedMs: 1_000 }, 'accepted', []],
  ['both', { email, honeypot: true, elapsedMs: 0 }, 'quarantined', ['honeypot', 'too-fast']],
  ['a throwaway address', { email: 'you@Mailinator.com' }, 'accepted', ['disposable-domain']],
  ['below a throwaway domain', { email: 'you@a.b.mailinator.com' }, 'accepted', ['disposable-domain']],
  ['an address like one', { email: 'mailinator.com@example.org' }, 'accepted', []],
  ['no address at all', { email: '@' }, 'accepted', []],
])('judges %s', (_, lead, verdict, reasons) => {
  expect(judgeLead(lead)).toEqual({ verdict, reasons });
});
