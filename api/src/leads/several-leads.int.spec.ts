import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useApp, useJobs, useLeads, useOwner } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);
const owner = useOwner(test);
const { query, store } = useLeads(test);

const act = (ids: string[], action: string) => owner.post('/api/admin/leads/several', { ids, action });
const leads = () =>
  query('select id, status, answered_at is not null as answered, verdict from leads order by id');

it('gives all of them a status, and leaves the others and those that are gone', async () => {
  const [one, two, other] = [await store(), await store(), await store()];
  expect((await act([one, two, uuidv7()], 'answered').expect(202)).body).toEqual({ count: 2 });
  expect(await leads()).toEqual([
    { id: one, status: 'answered', answered: true, verdict: 'accepted' },
    { id: two, status: 'answered', answered: true, verdict: 'accepted' },
    { id: other, status: 'new', answered: false, verdict: 'accepted' },
  ]);
  await act([one], 'archived').expect(202);
  await act([two], 'new').expect(202);
  expect(await leads()).toMatchObject([
    { status: 'archived', answered: true },
    { status: 'new', answered: false },
    { status: 'new' },
  ]);
});

it('puts them in quarantine once, and releases those that are there', async () => {
  const [one, held] = [await store(), await store({ verdict: 'quarantined' })];
  expect((await act([one, held], 'quarantine').expect(202)).body).toEqual({ count: 1 });
  expect(await query('select verdict, verdict_reasons as why from leads order by id')).toEqual([
    { verdict: 'quarantined', why: ['owner'] },
    { verdict: 'quarantined', why: [] },
  ]);
  const free = await store();
  expect((await act([one, held, free], 'release').expect(202)).body).toEqual({ count: 2 });
  expect((await jobs.of('signups')).map((job) => (job.data as { leadId: string }).leadId).sort()).toEqual([
    one,
    held,
  ]);
});

it('holds what waits to be sent because of a lead in quarantine, and not what was sent or the owner wrote', async () => {
  const [lead, other] = [await store(), await store()];
  const plan = (leadId: string, [kind, type, state]: string[]) =>
    query(
      `insert into outbox (id, kind, destination, type, event_id, lead_id, payload, occurred_at, state, due_at, leased_until, attempts)
      values (gen_random_uuid(), $2, case $2 when 'webhook' then 'question' else 'smtp' end, $3, gen_random_uuid(), $1, '{}',
        now(), $4, case $4 when 'waiting' then now() end, case $4 when 'waiting' then now() end, 1)`,
      [leadId, kind, type, state],
    );
  const effects = [
    ['mail', 'confirm', 'waiting'],
    ['mail', 'lead-notice', 'sent'],
    ['mail', 'reply', 'waiting'],
    ['webhook', 'question', 'waiting'],
    ['webhook', 'setups', 'failed'],
  ];
  for (const effect of effects) for (const id of [lead, other]) await plan(id, effect);
  await act([lead], 'quarantine').expect(202);
  const due = (id: string) =>
    query(
      `select type, state, due_at is not null as due, leased_until is not null as leased from outbox where lead_id = $1
      order by kind, type`,
      [id],
    );
  const waits = { state: 'waiting', due: true, leased: true };
  const held = { state: 'waiting', due: false, leased: false };
  const over = { due: false, leased: false };
  expect(await due(lead)).toEqual([
    { type: 'confirm', ...held },
    { type: 'lead-notice', state: 'sent', ...over },
    { type: 'reply', ...waits },
    { type: 'question', ...held },
    { type: 'setups', state: 'failed', ...over },
  ]);
  expect((await due(other)).filter(({ due }) => due)).toHaveLength(3);
});

it('plans to erase each person once, whether they left an address or a number', async () => {
  const ids = [
    await store(),
    await store({ email: 'You@Example.org' }),
    await store({ email: null, phone: '+31 6 1234' }),
    await store({ email: 'other@example.org', phone: '0612' }),
    await store({ email: 'jan at example' }),
  ];
  expect((await act(ids, 'erase').expect(202)).body).toEqual({ count: 4 });
  const planned = await query(
    'select destination, payload from outbox order by destination, lower(payload->>$1)',
    ['email'],
  );
  expect(planned.map(({ destination }) => destination)).toEqual([
    'erasures',
    'erasures',
    'erasures-by-phone',
    'erasures-by-text',
  ]);
  expect(planned.map(({ payload }) => payload)).toEqual([
    { email: 'other@example.org', leadIds: [ids[3]] },
    {
      email: expect.stringMatching(/^you@example.org$/i) as string,
      leadIds: expect.arrayContaining(ids.slice(0, 2)) as string[],
    },
    { phone: '+31 6 1234', leadIds: [ids[2]] },
    { text: 'jan at example', leadIds: [ids[4]] },
  ]);
});

it('gives them as CSV', async () => {
  const [one, , three] = [await store(), await store(), await store()];
  const answer = await owner.post('/api/admin/leads/csv', { ids: [one, three] }).expect(200);
  expect(answer.headers['content-type']).toContain('text/csv');
  const lines = answer.text.trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['id', three, one]);
});

it.each([
  ['nothing', {}],
  ['no ids', { ids: [], action: 'answered' }],
  ['too many', { ids: Array.from({ length: 501 }, () => uuidv7()), action: 'answered' }],
  ['what is no id', { ids: ['x'], action: 'answered' }],
  ['what is no list', { ids: uuidv7(), action: 'answered' }],
  ['another action', { ids: [uuidv7()], action: 'delete' }],
])('refuses %s', async (_, body) => {
  expect((await owner.post('/api/admin/leads/several', body).expect(400)).body).toMatchObject({
    code: 'invalid-body',
  });
});

it('is for the owner only', async () => {
  for (const path of ['several', 'csv']) {
    await test.http
      .post(`/api/admin/leads/${path}`)
      .send({ ids: [uuidv7()], action: 'erase' })
      .expect(401);
  }
});
