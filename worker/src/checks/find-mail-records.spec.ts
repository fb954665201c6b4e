import { expect, it } from 'vitest';
import { findMailRecords } from './find-mail-records.js';

/** Name servers that know these texts, each in one or more parts. Names in `broken` get no answer. */
const namesWith = (texts: Record<string, (string | string[])[]>, broken: string[] = []) => ({
  resolveTxt: (name: string) => {
    const found = texts[name];
    if (found) return Promise.resolve(found.map((text) => [text].flat()));
    const code = broken.includes(name) || broken.includes('*') ? 'ETIMEOUT' : 'ENOTFOUND';
    return Promise.reject(Object.assign(new Error(code), { code }));
  },
});

const found = (text: string) => ({ state: 'found', text });
const missing = { state: 'missing', text: null };

it('finds the records of a domain, also in several parts, among others', async () => {
  const names = namesWith({
    'example.org': ['google-site-verification=x', ['v=spf1 include:_spf.', 'example.com ~all']],
    '_dmarc.example.org': ['v=DMARC1; p=none'],
    'selector2._domainkey.example.org': ['v=DKIM1; k=rsa; p=MIIB'],
  });
  expect(await findMailRecords('example.org', names)).toEqual({
    domain: 'example.org',
    spf: found('v=spf1 include:_spf.example.com ~all'),
    dkim: found('v=DKIM1; k=rsa; p=MIIB'),
    dmarc: found('v=DMARC1; p=none'),
  });
});

it('says that they are missing, be there no such name, no text, another text or a revoked key', async () => {
  const names = namesWith({
    'example.org': ['v=spf10 -all', 'v=spf2.0/pra'],
    '_dmarc.example.org': [],
    'google._domainkey.example.org': ['v=DKIM1; k=rsa; p='],
  });
  expect(await findMailRecords('example.org', names)).toMatchObject({
    spf: missing,
    dkim: missing,
    dmarc: missing,
  });
});

it('finds the policy of a domain above, and never that of a whole country', async () => {
  const above = namesWith({ '_dmarc.example.org': ['v=DMARC1; p=reject'] });
  expect((await findMailRecords('mail.shop.example.org', above)).dmarc).toEqual(found('v=DMARC1; p=reject'));
  const country = namesWith({ '_dmarc.org': ['v=DMARC1; p=reject'] });
  expect((await findMailRecords('example.org', country)).dmarc).toEqual(missing);
});

it('says that none of several counts', async () => {
  const names = namesWith({ 'example.org': ['v=spf1 -all', 'v=spf1 mx ~all'] });
  expect((await findMailRecords('example.org', names)).spf).toEqual({ state: 'several', text: null });
});

it('does not call a record missing when nobody answered', async () => {
  const unknown = { state: 'unknown', text: null };
  const nobody = await findMailRecords('example.org', namesWith({}, ['*']));
  expect(nobody).toMatchObject({ spf: unknown, dkim: unknown, dmarc: unknown });
  const some = await findMailRecords('example.org', namesWith({}, ['_dmarc.example.org']));
  expect(some).toMatchObject({ spf: missing, dkim: missing, dmarc: unknown });
});

it('keeps what the database can store of a long or odd text', async () => {
  const names = namesWith({ 'example.org': [`v=spf1 \0${'é'.repeat(4_000)}`] });
  const { spf } = await findMailRecords('example.org', names);
  expect(spf.text).toMatch(/^v=spf1 é+$/);
  expect(spf.text?.length).toBeLessThan(200);
});
