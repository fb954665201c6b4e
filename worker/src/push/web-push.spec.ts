import { createECDH, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openPush } from '../testing/open-push.js';
import { authorizePush, encryptPush, newPushKey, signerOf } from './web-push.js';

/** RFC 8291, appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  ours: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  browser: {
    private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

function pairOf(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair;
}

describe('an encrypted push', () => {
  it('is the example of RFC 8291, byte for byte', () => {
    const { message, browser, ours, salt, body } = example;
    const encrypted = encryptPush(message, browser, pairOf(ours), Buffer.from(salt, 'base64url'));
    expect(encrypted.toString('base64url')).toBe(body);
  });

  it('is read by its browser, and differs each time', () => {
    const { browser } = example;
    const bodies = [1, 2].map(() => encryptPush('Één vraag', browser));
    for (const body of bodies)
      expect(openPush(body, pairOf(browser.private), browser.auth)).toBe('Één vraag');
    expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('is refused for a key that is not on the curve', () => {
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(() => encryptPush('x', { ...example.browser, p256dh })).toThrow();
  });
});

describe('the authorization of a push', () => {
  it('is signed for the push service, for half a day', () => {
    const { publicKey, privateKey } = newPushKey();
    const signer = signerOf(publicKey, privateKey);
    const now = new Date('2026-11-30T12:00:00Z');
    const header = authorizePush('https://push.example:8443/to/me?x', signer, 'https://site.example', now);
    const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(key).toBe(publicKey.toString('base64url'));
    const [head = '', claims = '', signature = ''] = token.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(read(claims)).toEqual({
      aud: 'https://push.example:8443',
      exp: Date.parse('2026-12-01T00:00:00Z') / 1_000,
      sub: 'https://site.example',
    });
    const verifier = { key: createPublicKey(signer.privateKey), dsaEncoding: 'ieee-p1363' } as const;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      verifier,
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
  });

  it('has a key of 32 bytes, whatever it begins with', () => {
    for (let n = 0; n < 600; n += 1) expect(newPushKey().privateKey).toHaveLength(32);
  });
});
