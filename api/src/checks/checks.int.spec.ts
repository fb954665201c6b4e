import type { OwnerChecksAnswer } from '@voordeur/contracts/http';
import { beforeEach, expect, it } from 'vitest';
import { loadSite } from '../platform/site.js';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/checks';
const test = useApp();
const owner = useOwner(test);

const read = async () => (await owner.get(path).expect(200)).body as OwnerChecksAnswer;
const ask = (check: string) => test.http.post(`${path}/${check}`).set('authorization', owner.bearer());
const query = <Rows>(sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Rows>(sql, values);
const planned = () => query<object[]>('select kind, destination, type, payload from outbox');

beforeEach(() => query('truncate outbox cascade'));

it('are for the owner only, and there are two', async () => {
  await test.http.get(path).expect(401);
  await test.http.post(`${path}/booking-page`).expect(401);
  expect((await ask('anything').expect(404)).body).toMatchObject({ code: 'not-found' });
  expect(await planned()).toEqual([]);
});

it('a booking page is planned once at a time, for the worker', async () => {
  const { address } = loadSite(test.config.siteConfigFile).config.scheduler;
  expect(await read()).toEqual({ 'mail-records': null, 'booking-page': null });
  await ask('booking-page').expect(202);
  const answer = (await ask('booking-page').expect(202)).body as OwnerChecksAnswer;
  expect(answer).toMatchObject({ 'booking-page': { state: 'waiting', error: null, found: null } });
  expect(await planned()).toMatchObject([
    { kind: 'check', destination: 'checks', type: 'booking-page', payload: { address } },
  ]);
});

it('records are looked up of the domain that mail is sent from, in ASCII', async () => {
  await ask('mail-records').expect(422);
  const account = { host: 'smtp.example.org', port: 465, security: 'tls', userName: null };
  const people = { sender: 'Jane <jane@bücher.example>', owner: 'jane@example.org' };
  const mail = () => test.http.put('/api/admin/mail').set('authorization', owner.bearer());
  await mail()
    .send({ ...account, ...people })
    .expect(200);
  await ask('mail-records').expect(202);
  expect(await planned()).toMatchObject([
    { type: 'mail-records', payload: { domain: 'xn--bcher-kva.example' } },
  ]);
});

it('show what the worker found', async () => {
  await ask('booking-page').expect(202);
  const found = { address: 'https://example.org/anna' };
  await query(
    `insert into outbox_attempts (effect_id, number, response_start) select id, 1, $1 from outbox`,
    [JSON.stringify(found)],
  );
  await query(`update outbox set state = 'sent', attempts = 1`);
  expect(await read()).toMatchObject({ 'booking-page': { state: 'sent', found } });
});
