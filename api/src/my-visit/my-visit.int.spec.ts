import { receiptPattern } from '@voordeur/contracts/http';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';
import { useApp } from '../testing/hooks.js';

const test = useApp({ LOG_LEVEL: 'debug' });
afterEach(() => test.database.dataSource.query('truncate outbox, outbox_attempts'));
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

async function ask(action: string, address = '203.0.113.9') {
  const answered = await test.http
    .post('/api/my-visit')
    .set('x-real-ip', address)
    .set('user-agent', 'A browser')
    .send({ action })
    .expect(202);
  return (answered.body as { receipt: string }).receipt;
}
const look = (receipt: string) => test.http.get('/api/my-visit').query({ receipt });

/** Answers as a worker does. */
const answer = (payload: object) =>
  query(`update outbox set payload = $1, state = 'sent', due_at = null, sent_at = now()`, [
    JSON.stringify(payload),
  ]);

describe('POST /api/my-visit', () => {
  it.each(['show', 'erase'])(
    'plans to %s the caller’s visit, and stores nothing that opens the answer',
    async (action) => {
      const receipt = await ask(action);
      expect(receipt).toMatch(receiptPattern);
      const rows = await query('select kind, destination, type, state, payload from outbox');
      expect(rows).toEqual([
        {
          ...{ kind: 'visitor-request', destination: 'visitor-requests', type: action, state: 'waiting' },
          payload: { address: '203.0.113.9', userAgent: 'A browser' },
        },
      ]);
      const [row] = await query('select outbox::text as all from outbox');
      expect(row?.['all']).not.toContain(receipt);
    },
  );

  it('takes the address from nginx alone, and nothing but an action', async () => {
    await test.http
      .post('/api/my-visit')
      .set('x-real-ip', '203.0.113.9')
      .set('x-forwarded-for', '198.51.100.1')
      .send({ action: 'show', address: '198.51.100.1', userAgent: 'Another', visitor: 'x' })
      .expect(202);
    const [row] = await query('select payload from outbox');
    expect(row?.['payload']).toEqual({ address: '203.0.113.9', userAgent: '' });
  });

  it('refuses what the page of another site could send', async () => {
    await test.http.post('/api/my-visit').expect(400);
    await test.http.post('/api/my-visit').type('text/plain').send('{"action":"erase"}').expect(415);
    await test.http.post('/api/my-visit').type('form').send({ action: 'erase' }).expect(415);
    for (const action of ['', 'ERASE', null, ['erase'], { erase: true }])
      await test.http.post('/api/my-visit').send({ action }).expect(400);
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  it('gives thirty receipts a minute to one address', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    const post = (address: string) =>
      limited.http.post('/api/my-visit').set('x-real-ip', address).send({ action: 'show' });
    try {
      for (let n = 0; n < 30; n += 1) await post('203.0.113.9').expect(202);
      await post('203.0.113.9').expect(429);
      await post('203.0.113.10').expect(202);
    } finally {
      await limited.close();
    }
  });
});

describe('GET /api/my-visit', () => {
  it('is a 202 until a worker has answered, and then the answer to that receipt alone', async () => {
    const receipt = await ask('erase');
    const waiting = await look(receipt).expect(202);
    expect(waiting.body).toEqual({ receipt });
    expect(waiting.headers['location']).toBe(`/api/my-visit?receipt=${receipt}`);
    const erased = { erased: { pageViews: 3, videoViews: 0, leads: 0 } };
    await answer({ answer: erased });
    const answered = await look(receipt).expect(200);
    expect(answered.body).toEqual(erased);
    expect(answered.headers['cache-control']).toBe('no-store');
    await look(await ask('show')).expect(202);
    expect(test.log.join('')).not.toContain(receipt);
    expect(test.log.join('')).not.toContain('203.0.113.9');
  });

  it('is over after a few minutes', async () => {
    const receipt = await ask('show');
    await answer({ visitor: '00', answer: {} });
    await look(receipt).expect(200);
    await query(`update outbox set sent_at = now() - interval '6 minutes'`);
    await look(receipt).expect(404);
  });

  it('knows no receipt that it did not give, and no other row of the outbox', async () => {
    await look('A'.repeat(22)).expect(404);
    const receipt = await ask('show');
    await query(`update outbox set destination = 'erasures', kind = 'erasure'`);
    await look(receipt).expect(404);
    for (const wrong of ['', 'A', `${'A'.repeat(22)}'`, 'A'.repeat(23)]) await look(wrong).expect(400);
    await test.http.get('/api/my-visit').expect(400);
  });
});
