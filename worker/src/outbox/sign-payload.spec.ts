import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signedRequest, signPayload } from './sign-payload.js';

const body = '{"type":"lead.question","idea":"Één idee ✓"}';
const old = Buffer.alloc(24, 1);
const fresh = Buffer.alloc(32, 2);
const receiver = (key: Buffer) => new Webhook(`whsec_${key.toString('base64')}`);
const sign = (keys: Buffer[]) => signPayload({ id: 'an-id', sentAt: new Date(), body }, keys);

it('makes the headers that the public library accepts', () => {
  expect(receiver(old).verify(body, sign([old]))).toEqual(JSON.parse(body));
});

it('signs with both secrets while they change', () => {
  const headers = sign([fresh, old]);
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
  receiver(old).verify(body, headers);
  receiver(fresh).verify(body, headers);
});

it('signs what is sent and nothing else', () => {
  const headers = sign([old]);
  expect(() => receiver(fresh).verify(body, headers)).toThrow();
  expect(() => receiver(old).verify(`${body} `, headers)).toThrow();
  expect(() => receiver(old).verify(body, { ...headers, 'webhook-id': 'another' })).toThrow();
});

it('posts a body with its signature of now', () => {
  const url = 'https://example.org/hook';
  const { headers, ...rest } = signedRequest({ id: 'an-id', url, body }, [old]);
  expect(rest).toEqual({ url, body });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(new TextEncoder().encode(body).length),
    'user-agent': 'Voordeur-Webhooks/1',
  });
  expect(receiver(old).verify(body, headers)).toEqual(JSON.parse(body));
});
