import type { DeliveriesAnswer, MadeSecretAnswer, WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import { webhookSeal } from '@voordeur/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/webhook-endpoints';
const token = 'a-token-of-hers';
const url = `https://hooks.example.org/catch/${token}`;
const test = useApp();
const owner = useOwner(test);

const query = <Row>(sql: string) => test.database.dataSource.query<Row[]>(sql);
const put = (given: unknown, name = 'question') =>
  test.http
    .put(`${path}/${name}`)
    .set('authorization', owner.bearer())
    .send(given as object);
const remove = (name = 'question') =>
  test.http.delete(`${path}/${name}`).set('authorization', owner.bearer());
const set = async (address = url) =>
  ((await put({ url: address }).expect(200)).body as MadeSecretAnswer).secret;
const makeAnother = () => owner.post(`${path}/secret`);

async function read() {
  const { endpoints, secret } = (await owner.get(path).expect(200)).body as WebhookEndpointsAnswer;
  return { question: endpoints.find(({ name }) => name === 'question'), secret };
}

beforeEach(async () => {
  await query(`truncate outbox, webhook_endpoints, webhook_keys cascade`);
});

describe('an address of the owner', () => {
  it('is stored, and only its host is ever shown or readable in the database', async () => {
    expect((await read()).question).toMatchObject({ configured: false, isLocked: false, host: null });
    const secret = await set();
    const { question } = await read();
    expect(question).toMatchObject({ configured: true, isLocked: false, host: 'hooks.example.org' });
    const rows = await query(
      `select encode(sealed_url, 'escape') as stored, e::text as row from webhook_endpoints e
      union all select encode(sealed_key, 'escape'), k::text from webhook_keys k`,
    );
    expect(rows).toHaveLength(2);
    const key = Buffer.from(secret?.slice('whsec_'.length) ?? '', 'base64');
    expect(key).toHaveLength(32);
    for (const text of [token, secret ?? '', key.toString('hex')]) {
      expect(JSON.stringify(rows)).not.toContain(text);
      expect(JSON.stringify(await read())).not.toContain(text);
    }
    // The worker reads it so.
    const [stored] = await query<{ sealed: Buffer }>(`select sealed_url as sealed from webhook_endpoints`);
    const seal = webhookSeal(test.config.jwtSecret);
    expect(stored && seal.open(stored.sealed)?.toString()).toBe(url);
  });

  it('is among the events that the owner hears about, once it is stored', async () => {
    await query('truncate security_events');
    await put({ url: 'http://' }).expect(400);
    await set();
    expect(await query('select kind, reported from security_events')).toEqual([
      { kind: 'webhook-changed', reported: false },
    ]);
  });

  it('replaces the one before, and switches on what the receiver before it had switched off', async () => {
    await set();
    await query(`update webhook_endpoints set off_since = now(), off_reason = 'gone'`);
    await set('https://other.example.org/');
    expect((await read()).question).toMatchObject({ host: 'other.example.org', offSince: null });
  });

  it('goes when it is taken away', async () => {
    await set();
    await remove().expect(204);
    expect((await read()).question).toMatchObject({ configured: false, host: null });
    await remove('newsletter').expect(204);
  });

  it('is asked for again once it cannot be read any more', async () => {
    await set();
    await query(`update webhook_endpoints set sealed_url = sealed_url || '\\x00'`);
    await query(`update webhook_keys set sealed_key = sealed_key || '\\x00'`);
    expect(await read()).toMatchObject({
      question: { configured: true, isLocked: false, host: null },
      secret: { madeAt: null },
    });
    expect(await set()).toMatch(/^whsec_/);
    expect(await read()).toMatchObject({ question: { host: 'hooks.example.org' } });
  });

  it.each([
    ['an injected header', `${url}\r\nx-header: 1`],
    ['a line break', `https://hooks.example.org/\n${token}`],
    ['a user name', 'https://jane@hooks.example.org/'],
    ['a password', 'https://:secret@hooks.example.org/'],
    ['a script', 'javascript:alert(1)'],
    ['another protocol', 'ftp://hooks.example.org/'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'hooks.example.org'],
    ['nothing', ''],
    ['5,000 characters', `https://hooks.example.org/${'a'.repeat(5_000)}`],
    ['NUL', 'https://hooks.example.org/\u0000'],
    ['a list', [url]],
    ['null', null],
  ])('is refused with %s, and changes nothing', async (_what, wrong) => {
    await set();
    const answer = await put({ url: wrong }).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field: 'url' }] });
    expect((await read()).question).toMatchObject({ host: 'hooks.example.org' });
  });

  it('cannot be set where the operator has set one, nor taken away', async () => {
    await set();
    await query(`update webhook_endpoints set configured = true`);
    for (const refused of [await put({ url }).expect(422), await remove().expect(422)])
      expect(refused.body).toMatchObject({ code: 'locked-setting' });
    expect((await read()).question).toMatchObject({ configured: true, isLocked: true, host: null });
    // Hers is back when the operator's is gone.
    await query(`update webhook_endpoints set configured = false`);
    expect((await read()).question).toMatchObject({ host: 'hooks.example.org' });
  });

  it('is of one of the known endpoints', async () => {
    await put({ url }, 'x').expect(404);
    await remove('x').expect(404);
    await owner.post(`${path}/x/test`).expect(404);
  });
});

describe('the secret', () => {
  it('is made with the first address, and answered that once', async () => {
    expect((await read()).secret).toEqual({ madeAt: null });
    expect(await set()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await set()).toBeNull();
    expect((await read()).secret).toEqual({ madeAt: expect.any(String) as string });
  });

  it('is another when she asks, and those before are kept for a day', async () => {
    const first = await set();
    const { secret } = (await makeAnother().expect(200)).body as MadeSecretAnswer;
    expect(secret).not.toBe(first);
    await query(
      `update webhook_keys set replaced_at = now() - interval '25 hours' where replaced_at is not null`,
    );
    await makeAnother().expect(200);
    expect(await query(`select replaced_at is null as last from webhook_keys order by id`)).toEqual([
      { last: false },
      { last: true },
    ]);
  });

  it('is one alone, however many are made at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => makeAnother().expect(200)));
    expect(await query(`select from webhook_keys where replaced_at is null`)).toHaveLength(1);
  });
});

describe('a test', () => {
  const ask = () => owner.post(`${path}/question/test`);

  it('is planned once while it waits, and says what became of it', async () => {
    await set();
    await ask().expect(202);
    const answer = (await ask().expect(202)).body as WebhookEndpointsAnswer;
    expect(answer.endpoints.find(({ name }) => name === 'question')?.test).toMatchObject({
      state: 'waiting',
    });
    expect(await query(`select kind, destination, type, payload from outbox`)).toEqual([
      { kind: 'webhook', destination: 'question', type: 'test', payload: { endpoint: 'question' } },
    ]);
    await query(`update outbox set state = 'dropped', last_error = '404'`);
    expect((await read()).question).toMatchObject({ test: { state: 'failed', error: '404' }, failed: 0 });
    // It's no delivery of a lead.
    const list = (await owner.get('/api/admin/deliveries').expect(200)).body as DeliveriesAnswer;
    expect(list.deliveries).toEqual([]);
  });

  it('goes to the operator’s address too, and is refused without an address', async () => {
    await ask().expect(404);
    await query(`insert into webhook_endpoints (name, configured) values ('question', true)`);
    await ask().expect(202);
  });
});
