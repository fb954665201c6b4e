import { createECDH } from 'node:crypto';
import type { NewDeviceAnswer, NotificationsAnswer } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

beforeEach(() => query('truncate push_key, push_subscriptions, push_settings, outbox cascade'));

const path = '/api/admin/notifications';
const devices = `${path}/devices`;
const read = async () => (await owner.get(path).expect(200)).body as NotificationsAnswer;
const put = (body: object) => test.http.put(path).set('authorization', owner.bearer()).send(body);
const remove = (id: string) => test.http.delete(`${devices}/${id}`).set('authorization', owner.bearer());

function subscription(endpoint = 'https://push.example/1') {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { endpoint, p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg', language: 'nl' };
}

const add = async (body: object = subscription()) =>
  ((await owner.post(devices, body).expect(201)).body as NewDeviceAnswer).id;

describe('a device', () => {
  it('is shown by its browser, with the key to subscribe with', async () => {
    expect(await read()).toMatchObject({ publicKey: null, devices: [] });
    await query(`insert into push_key (public_key, sealed_private_key) values ('\\x0401', '\\x00')`);
    const id = await add();
    const { publicKey, devices: shown } = await read();
    expect(publicKey).toBe('BAE');
    expect(shown).toEqual([
      {
        id,
        endpoint: 'https://push.example/1',
        browser: null,
        createdAt: expect.any(String) as string,
        lastSuccessAt: null,
      },
    ]);
  });

  it('keeps its id when it subscribes again, with its new keys and language', async () => {
    const id = await add();
    const next = { ...subscription(), language: 'en' };
    expect(await add(next)).toBe(id);
    expect(await query('select p256dh, language from push_subscriptions')).toEqual([
      { p256dh: next.p256dh, language: 'en' },
    ]);
  });

  it('is one of ten at most, even if they come together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => owner.post(devices, subscription(`https://push.example/${n}`))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const { status, body } of answers)
      if (status !== 201)
        expect({ status, ...body }).toMatchObject({ status: 422, code: 'too-many-devices' });
    const [first] = (await read()).devices;
    await add(subscription(first?.endpoint));
  });

  it('is removed once', async () => {
    const id = await add();
    await remove(id).expect(204);
    await remove(id).expect(404);
    await remove('1').expect(404);
    expect((await read()).devices).toEqual([]);
  });

  it.each([
    ['endpoint', 'http://push.example/1'],
    ['endpoint', 'https://me:secret@push.example/1'],
    ['endpoint', `https://push.example/${'x'.repeat(2_000)}`],
    ['endpoint', 7],
    ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
    ['p256dh', 'BCVx'],
    ['auth', 'BTBZMqHH6r4Tts7J_aSIg'],
    ['auth', 'BTBZMqHH6r4Tts7J+aSIgg'],
    ['language', 'xx'],
  ])('is refused with another %s', async (field, value) => {
    const answer = await owner.post(devices, { ...subscription(), [field]: value }).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field }] });
  });

  it('gets a test of its own, by the outbox', async () => {
    const id = await add();
    await owner.post(`${devices}/${id}/test`).expect(204);
    expect(await query('select kind, destination, type, payload, lead_id from outbox')).toEqual([
      { kind: 'push', destination: 'push', type: 'test', payload: { device: id }, lead_id: null },
    ]);
    await owner.post(`${devices}/${uuidv7()}/test`).expect(404);
  });
});

describe('the settings', () => {
  it('are bookings and the kinds that wait for an answer, at any hour, until she chooses others', async () => {
    const kinds = ['setups', 'question', 'proposal', 'booking'];
    const first = { kinds, quietFrom: null, quietTo: null };
    expect(await read()).toMatchObject(first);
    const chosen = { kinds: ['question', 'newsletter'], quietFrom: '22:00', quietTo: '07:30' };
    expect((await put(chosen).expect(200)).body).toMatchObject(chosen);
    expect(await read()).toMatchObject(chosen);
    await put({ kinds: [], quietFrom: '', quietTo: '' }).expect(200);
    expect(await read()).toMatchObject({ kinds: [], quietFrom: null, quietTo: null });
  });

  it.each([
    ['kinds', { kinds: ['telegram'] }],
    ['kinds', { kinds: ['question', 'question'] }],
    ['kinds', { kinds: 'question' }],
    ['kinds', {}],
    ['quietFrom', { kinds: [], quietFrom: '24:00', quietTo: '07:00' }],
    ['quietTo', { kinds: [], quietFrom: '22:00' }],
    ['quietTo', { kinds: [], quietFrom: '22:00', quietTo: '22:00' }],
  ])('refuse a wrong %s: %o', async (field, body) => {
    const answer = await put(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field }] });
  });
});

it('is the owner’s alone', async () => {
  await test.http.get(path).expect(401);
  await test.http.post(devices).send(subscription()).expect(401);
});
