import { readSeries } from '@voordeur/testing';
import { expect, it } from 'vitest';
import { useApp } from '../testing/hooks.js';

const test = useApp();

const read = async () => readSeries((await test.http.get('/metrics').expect(200)).text);
const requests = 'voordeur_http_request_duration_seconds';

it('are in the format of Prometheus, which nginx does not pass on', async () => {
  const answer = await test.http.get('/metrics').expect(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  await test.http.get('/api/metrics').expect(404);
});

it('time each request by class of route and status', async () => {
  const before = await read();
  const visits = `${requests}_count{route="visit",status="2xx"}`;
  const forms = `${requests}_count{route="form",status="4xx"}`;
  for (let n = 0; n < 3; n += 1) await test.http.post('/api/visit').send({ page: '/nl' }).expect(202);
  await test.http.post('/api/unsubscribe').send({}).expect(400);
  const after = await read();
  expect(after[visits]).toBe((before[visits] ?? 0) + 3);
  expect(after[forms]).toBe((before[forms] ?? 0) + 1);
  expect(after[`${requests}_sum{route="visit",status="2xx"}`]).toBeGreaterThan(0);
});

it('have no label that a client chose', async () => {
  for (const path of ['/secret@example.org', '/api/admin/leads/you', '/api/visit/x?email=a@example.org'])
    await test.http.get(path);
  await test.http.post('/api/visit').set('x-real-ip', '203.0.113.9').send({ page: '/secret' });
  const labels = Object.keys(await read()).flatMap((name) => [...name.matchAll(/(\w+)="([^"]*)"/g)]);
  const valuesOf = (label: string) =>
    [...new Set(labels.filter(([, name]) => name === label).map(([, , value]) => value))].sort();
  expect([...new Set(labels.map(([, name]) => name))].sort()).toEqual(['le', 'route', 'state', 'status']);
  const classes = ['admin', 'form', 'goal', 'other', 'probe', 'stream', 'unknown', 'video-view', 'visit'];
  expect(valuesOf('route')).toEqual(classes);
  // The files before this one, whose counts are here too, had others.
  expect(['1xx', '2xx', '3xx', '4xx', '5xx']).toEqual(expect.arrayContaining(valuesOf('status')));
});

it('time the wait for a connection of the pool', async () => {
  const before = await read();
  await test.login();
  const after = await read();
  const waits = 'voordeur_postgres_pool_wait_seconds_count';
  expect(after[waits]).toBeGreaterThan(before[waits] ?? 0);
  expect(after['voordeur_postgres_pool_connections{state="idle"}']).toBeGreaterThan(0);
  expect(after['voordeur_postgres_pool_waiting']).toBe(0);
});
