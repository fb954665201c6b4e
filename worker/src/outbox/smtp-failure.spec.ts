import { expect, it } from 'vitest';
import { readSmtpFailure } from './mail-destination.js';

it.each([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, '550'],
  [{ code: 'EENVELOPE', command: 'DATA', responseCode: 552 }, '552'],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, '554'],
  [{ code: 'EENVELOPE', command: 'API' }, 'EENVELOPE'],
])('gives up on %j', (error, reason) => {
  expect(readSmtpFailure(error)).toMatchObject({ reason, permanent: true });
});

it.each([
  ['a busy server', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }, '451'],
  ['a full disk', { code: 'EMESSAGE', command: 'DATA', responseCode: 452 }, '452'],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, '535'],
  ['a sender that is not ours', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, '553'],
  ['a server that greets with no', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, '554'],
  ['no connection', { code: 'ESOCKET', command: 'CONN' }, 'ESOCKET'],
  ['a server that hangs', { code: 'ETIMEDOUT', command: 'CONN' }, 'ETIMEDOUT'],
  ['what nobody expected', new TypeError('x'), 'unknown'],
])('tries again after %s', (_, error, reason) => {
  expect(readSmtpFailure(error)).toEqual({ reason, permanent: false });
});

const refusal = (response: string, command = 'RCPT TO') => ({
  code: 'EENVELOPE',
  command,
  responseCode: Number(response.slice(0, 3)),
  response,
});

it.each([
  ['no such mailbox', refusal('550 5.1.1 <you@example.org>: user unknown'), '5.1.1'],
  ['the same over several lines', refusal('550-5.1.1 The account\n550 5.1.1 is unknown'), '5.1.1'],
  ['a domain that takes no mail', refusal('556 5.1.10 null MX'), '5.1.10'],
  ['a mailbox that is closed', refusal('550 5.2.1 disabled'), '5.2.1'],
  ['the same, after the message', refusal('550 5.1.10 RecipientNotFound', 'DATA'), '5.1.10'],
  ['a server without such codes', refusal('550 you@example.org? No.'), '550'],
  ['another one', refusal('551 not here'), '551'],
])('is about the address: %s', (_, error, bounced) => {
  expect(readSmtpFailure(error).bounced).toBe(bounced);
});

it.each([
  ['a server that is busy', refusal('450 4.2.1 later')],
  ['a policy', refusal('550 5.7.1 your host is on a list')],
  ['the sender', refusal('550 5.1.8 bad sender')],
  ['a full mailbox', refusal('552 5.2.2 over quota')],
  ['what nobody says', refusal('554 transaction failed')],
  ['the message', refusal('550 spam', 'DATA')],
  ['a code that contradicts itself', refusal('450 5.1.1 later')],
  ['a sender that is refused', refusal('550 5.1.1 unknown', 'MAIL FROM')],
])('is not about the address: %s', (_, error) => {
  expect(readSmtpFailure(error)).not.toHaveProperty('bounced');
});
