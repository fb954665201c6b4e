import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned } from './verify-signature.js';

const secret = 'a secret of the tests';
const body = '{"name":"Één"}';
const nowMs = Date.parse('2026-03-10T12:00:00Z');
const now = nowMs / 1_000;
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('Calendly', () => {
  const isValid = (header: string | string[] | undefined) =>
    isSigned.calendly({ headers: { 'calendly-webhook-signature': header }, body, secret, nowMs });
  const signatureOf = (time: string | number) => hmac(`${time}.${body}`);
  const signedAt = (time: string | number) => `t=${time},v1=${signatureOf(time)}`;

  it('signs the time and the body, in any order', () => {
    expect(isValid(signedAt(now))).toBe(true);
    expect(isValid(`v1=${signatureOf(now)}, t=${now}`)).toBe(true);
    expect(isValid(`t=${now},v1=${hmac(`${now}. ${body}`)}`)).toBe(false);
    expect(isValid(`t=${now + 1},v1=${signatureOf(now)}`)).toBe(false);
  });

  it('is believed by one signature of several, as while a secret changes', () => {
    expect(isValid(`t=${now},v1=${'0'.repeat(64)},v1=${signatureOf(now)}`)).toBe(true);
    expect(isValid(`t=${now},v1=${signatureOf(now)},v1=${'0'.repeat(64)}`)).toBe(true);
    expect(isValid(`t=${now},v0=${signatureOf(now)}`)).toBe(false);
  });

  it('may be three minutes off, either way', () => {
    expect([-181, -180, 180, 181].map((seconds) => isValid(signedAt(now + seconds)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([`x${now}`, `${now}x`, '', ' ', '-1'])('takes no time %j', (time) => {
    expect(isValid(signedAt(time))).toBe(false);
  });

  it.each([undefined, '', 't', `t=${now}`, `t=${now},v1`, [signedAt(now)]])('refuses %j', (header) => {
    expect(isValid(header)).toBe(false);
  });
});

describe.each(['cal', 'custom'] as const)('%s', (provider) => {
  const name = { cal: 'x-cal-signature-256', custom: 'x-booking-signature' }[provider];
  const isValid = (header: string | undefined) =>
    isSigned[provider]({ headers: { [name]: header }, body, secret, nowMs });

  it('signs the body', () => {
    expect(isValid(hmac(body))).toBe(true);
    expect(isValid(hmac(body).toUpperCase())).toBe(true);
    expect(isValid(hmac(`${body} `))).toBe(false);
    expect(isValid(undefined)).toBe(false);
  });

  it.each([
    (hex: string) => `00${hex}`,
    (hex: string) => `${hex}00`,
    (hex: string) => `${hex.slice(0, 2)}sha256=${hex.slice(2)}`,
    (hex: string) => hex.slice(2),
  ])('refuses what has more or less than a signature (%#)', (change) => {
    expect(isValid(change(hmac(body)))).toBe(false);
  });

  it(`${provider === 'custom' ? 'may' : 'must not'} name its algorithm`, () => {
    expect(isValid(`sha256=${hmac(body)}`)).toBe(provider === 'custom');
  });
});
