import { expect, it } from 'vitest';
import { isPlainAddress, parseMailbox } from './mailbox.js';

it.each([
  ['you@example.org', { name: '', address: 'you@example.org' }],
  [' You Too <you@example.org> ', { name: 'You Too', address: 'you@example.org' }],
  ['"You, Too" <you@example.org>', { name: 'You, Too', address: 'you@example.org' }],
  ['<you@example.org>', { name: '', address: 'you@example.org' }],
])('reads %j', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox);
});

it.each([
  'you',
  'you@localhost',
  'a@example.org, b@example.org',
  'You <a@example.org> <b@example.org>',
  'You\r\nBcc: <a@example.org>',
  'You <a@example.org',
])('refuses %j', (text) => {
  expect(parseMailbox(text)).toBeNull();
});

it.each(['é+x@exa_mple.org', '用户@例子.公司', "o'brien@example.org", 'a.b@sub.example.org'])(
  'takes %j for one address',
  (address) => {
    expect(isPlainAddress(address)).toBe(true);
  },
);

it.each([
  'a,b@example.org',
  '"a"@example.org',
  '<a@example.org>',
  'a@example.org>',
  'a@@example.org',
  'a@example.org,b@example.org',
  'a;b@example.org',
  'a(b)@example.org',
  'a@[192.0.2.1]',
  'a:b@example.org',
  'a\\b@example.org',
  'a@example..org',
  'a@.example.org',
  'a\u0000@example.org',
  'a\r\nRCPT TO:<b@example.org>@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'a.'.repeat(130)}org`,
])('does not take %j for one address', (address) => {
  expect(isPlainAddress(address)).toBe(false);
});
