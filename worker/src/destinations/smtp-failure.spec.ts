import { expect, it } from 'vitest';
import { readSmtpFailure } from './mail.js';

it.each([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, '550'],
  [{ code: 'EENVELOPE', command: 'DATA', responseCode: 552 }, '552'],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, '554'],
  [{ code: 'EENVELOPE', command: 'API' }, 'EENVELOPE'],
])('gives up on %j', (error, reason) => {
  expect(readSmtpFailure(error)).toEqual({ reason, permanent: true });
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
