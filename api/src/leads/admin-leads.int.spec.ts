import {
  type ChangeLeadBody,
  type LeadCounts,
  type LeadsPage,
  type OneLeadAnswer,
  storedFields,
} from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { useApp, useJobs, useLeads, useOwner } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);
const owner = useOwner(test);
const { query, store } = useLeads(test);

const get = (path: string, accept = 'application/json') => owner.get(path).set('accept', accept);
const list = async (asked = '') => (await get(`/api/admin/leads${asked}`).expect(200)).body as LeadsPage;
const idsOf = ({ leads }: LeadsPage) => leads.map((lead) => lead.id);

describe('GET /api/admin/leads', () => {
  it('is for the owner only', async () => {
    await test.http.get('/api/admin/leads').expect(401);
    await test.http.post(`/api/admin/leads/${uuidv7()}/release`).expect(401);
  });

  it('gives a lead with all that is known of it', async () => {
    const id = await store({
      idea: 'Line one\nline two',
      language: 'NL',
      verdict_reasons: ['disposable-domain'],
      note: 'Rang back',
      status: 'answered',
      answered_at: '2026-03-11T11:59:00Z',
      visit_match: 'certain',
      first_page: '/learn',
      utm_source: 'letter',
    });
    expect((await list()).leads).toEqual([
      {
        id,
        kind: 'question',
        status: 'answered',
        verdict: 'accepted',
        verdictReasons: ['disposable-domain'],
        ...storedFields({ email: 'you@example.org', idea: 'Line one\nline two', language: 'NL' }),
        timestamp: '2026-03-10T12:00:00Z',
        receivedAt: '2026-03-10T12:00:00.000Z',
        visit: {
          match: 'certain',
          firstPage: '/learn',
          referrer: null,
          utmSource: 'letter',
          utmMedium: null,
          utmCampaign: null,
        },
        answeredAt: '2026-03-11T11:59:00.000Z',
        answer: { state: 'in-time', dueAt: '2026-03-11T12:00:00.000Z' },
        note: 'Rang back',
        delivery: 'none',
        replyFailed: false,
        signupKind: null,
        imported: false,
        consent: null,
        bounce: null,
      },
    ]);
  });

  it('has the sentence that a signup agreed to, and says that its address refuses mail', async () => {
    await store({ kind: 'newsletter', email: 'You@Example.org', consent: 'You agree' });
    await store({ email: 'other@example.org' });
    await query(`insert into bounces values ('you@example.org', '2026-03-11T12:00:00Z', '5.1.1')`);
    expect((await list()).leads).toMatchObject([
      { email: 'other@example.org', bounce: null },
      { consent: 'You agree', bounce: { at: '2026-03-11T12:00:00.000Z', status: '5.1.1' } },
    ]);
  });

  it.each([
    ['newest', '?'],
    ['oldest', '?first=oldest&'],
  ])('begins with the %s, a page of 50 at a time', async (which, asked) => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) ids.push(await store());
    const first = await list(asked);
    const second = await list(`${asked}cursor=${first.cursor ?? ''}`);
    const third = await list(`${asked}cursor=${second.cursor ?? ''}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(which === 'oldest' ? ids : ids.toReversed());
    expect(third).not.toHaveProperty('cursor');
  });

  it('narrows by kind, status, quarantine, language, period and text', async () => {
    const plain = await store({ idea: 'About 100% of it_all' });
    const other = await store({ kind: 'video-signup', email: null, phone: '+31 6 1234', status: 'archived' });
    const doubted = await store({ verdict: 'quarantined', email: 'ME@example.org' });
    expect(idsOf(await list('?kind=video-signup'))).toEqual([other]);
    expect(idsOf(await list('?status=archived'))).toEqual([other]);
    const dutch = await store({ language: 'NL', received_at: '2026-03-28T23:30:00Z', verdict: 'released' });
    expect(idsOf(await list('?asks=no'))).toEqual([other]);
    expect(idsOf(await list('?asks=yes&quarantine=no'))).toEqual([dutch, plain]);
    expect(idsOf(await list('?quarantine=yes'))).toEqual([doubted]);
    expect(idsOf(await list('?quarantine=no'))).toEqual([dutch, other, plain]);
    expect(idsOf(await list('?language=NL'))).toEqual([dutch]);
    // Amsterdam's 29th of March begins at 23:00 UTC and, the clocks going forward, ends at 22:00 UTC.
    expect(idsOf(await list('?from=2026-03-29T00:00:00&to=2026-03-30T00:00:00'))).toEqual([dutch]);
    expect(idsOf(await list('?to=2026-03-28T23:30:00Z'))).toEqual([doubted, other, plain]);
    await query('delete from leads where id = $1', [dutch]);
    expect(idsOf(await list('?q=me%40EXAMPLE'))).toEqual([doubted]);
    expect(idsOf(await list('?q=6+1234'))).toEqual([other]);
    expect(idsOf(await list('?q=100%25'))).toEqual([plain]);
    expect(idsOf(await list('?q=it_all'))).toEqual([plain]);
    expect(idsOf(await list('?q=%25'))).toEqual([plain]);
    expect(idsOf(await list('?kind=&status=&q='))).toEqual([doubted, other, plain]);
  });

  it.each([
    'kind=all',
    'status=old',
    'quarantine=x',
    'asks=x',
    'language=FR',
    'from=x',
    'to=2026-02-30',
    'cursor=5',
    'first=newest',
    'q=a&q=b',
    'q=%00',
  ])('refuses %s', async (asked) => {
    const answer = await get(`/api/admin/leads?${asked}`).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-query' });
  });
});

describe('the CSV', () => {
  it('has every lead, and nothing in it runs in a spreadsheet', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '=HYPERLINK("x")',
      'plain, "quoted"\nand more',
      'hi;=1+1',
    ];
    for (const idea of formulas) await store({ idea, email: '=you@example.org' });
    for (let n = 0; n < 60; n += 1) await store();
    const answer = await get('/api/admin/leads', 'text/csv')
      .buffer(true)
      .parse((response, done) => {
        asText(response, done);
      })
      .expect(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="leads.csv"');
    const csv = answer.body as string;
    expect(csv.startsWith('\ufeffid,receivedAt,kind,')).toBe(true);
    expect(csv.match(/\r\n/g)).toHaveLength(69);
    for (const idea of formulas.slice(0, 5)) expect(csv).toContain(`,'${idea},`);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain(`"plain, ""quoted""\nand more"`);
    expect(csv).not.toMatch(/(^|,)"?[=+@\t-]/m);
    expect(csv).toContain(`,hi;'=1+1,`);
    expect(csv.match(/'=you@example\.org/g)).toHaveLength(8);
  });
});

describe('GET /api/admin/leads/counts', () => {
  it('counts each box, and what is late', async () => {
    await store();
    await store({ received_at: new Date().toISOString() });
    await store({ kind: 'newsletter' });
    await store({ status: 'answered' });
    await store({ status: 'archived' });
    await store({ verdict: 'quarantined' });
    const counts = (await get('/api/admin/leads/counts').expect(200)).body as LeadCounts;
    expect(counts).toEqual({
      toAnswer: 2,
      signUps: 1,
      answered: 1,
      archived: 1,
      quarantined: 1,
      late: 1,
      retention: null,
    });
  });
});

const nobody = '018f0000-0000-7000-8000-000000000000';
const open = async (id: string) => (await get(`/api/admin/leads/${id}`).expect(200)).body as OneLeadAnswer;
const change = (id: string, body: object, ifMatch = '') =>
  test.http
    .patch(`/api/admin/leads/${id}`)
    .set('authorization', owner.bearer())
    .set(ifMatch === '' ? {} : { 'if-match': ifMatch })
    .send(body);

describe('one lead', () => {
  it('has its deliveries with their attempts', async () => {
    const id = await store();
    const deliveryId = uuidv7();
    await query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id, due_at, attempts)
      values ($1, 'webhook', 'question', 'lead.question', $2, '{"idea":"x"}', now(), $2, now(), 1)`,
      [deliveryId, id],
    );
    await query(
      `insert into outbox_attempts (effect_id, number, duration_ms, status_code, response_start)
      values ($1, 1, 12, 500, 'oops')`,
      [deliveryId],
    );
    const answer = await get(`/api/admin/leads/${id}`).expect(200);
    expect(answer.headers['etag']).toBe('"0"');
    expect(answer.body).toMatchObject({
      id,
      delivery: 'waiting',
      answer: { state: 'late', dueAt: '2026-03-11T12:00:00.000Z' },
      deliveries: [{ id: deliveryId, attemptList: [{ number: 1, statusCode: 500, responseStart: 'oops' }] }],
    });
  });

  it.each([nobody, 'nonsense', '%00'])('%s is not known', async (id) => {
    await get(`/api/admin/leads/${id}`).expect(404);
    await change(id, { status: 'answered' }).expect(404);
  });
});

describe('PATCH /api/admin/leads/:id', () => {
  it('stops the clock at the first answer, keeps it when archived, and starts it again with new', async () => {
    const id = await store({ received_at: new Date().toISOString() });
    const answered = (await change(id, { status: 'answered' }).expect(200)).body as OneLeadAnswer;
    expect(answered).toMatchObject({ status: 'answered', answer: { state: 'in-time' }, revision: 1 });
    for (const status of ['answered', 'archived'] as const) {
      const answer = await change(id, { status }).expect(200);
      expect((answer.body as OneLeadAnswer).answeredAt).toBe(answered.answeredAt);
    }
    await change(id, { status: 'new' }).expect(200);
    expect(await open(id)).toMatchObject({ status: 'new', answeredAt: null, answer: { state: 'due' } });
  });

  it('keeps a note, leaves it when only the status comes, and takes it away with null', async () => {
    const id = await store();
    const note = 'Rang back.\nAgain on Monday: <b>10:00</b>';
    await change(id, { note }).expect(200);
    await change(id, { status: 'archived' }).expect(200);
    expect(await open(id)).toMatchObject({ note, status: 'archived' });
    await change(id, { note: null }).expect(200);
    expect((await open(id)).note).toBeNull();
  });

  it('refuses what was changed meanwhile, and changes nothing', async () => {
    const id = await store();
    const { headers } = await change(id, { note: 'one' }, '"0"').expect(200);
    expect(headers['etag']).toBe('"1"');
    const late = await change(id, { note: 'two' }, '"0"').expect(412);
    expect(late.body).toMatchObject({ code: 'lead-conflict' });
    expect((await open(id)).note).toBe('one');
    await change(id, { note: 'three' }).expect(200); // without If-Match the last one wins
    await change(id, { note: 'four' }, '*').expect(200); // and so it does with one that any lead meets
    await change(nobody, { note: 'five' }, '*').expect(404);
    expect(await open(id)).toMatchObject({ note: 'four', revision: 3 });
  });

  it('lets one of two changes at once through', async () => {
    const id = await store();
    const answers = await Promise.all(['a', 'b', 'c'].map((note) => change(id, { note }, '"0"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it.each<[string, ChangeLeadBody | object]>([
    ['nothing', {}],
    ['an unknown status', { status: 'lost' }],
    ['a status of null', { status: null }],
    ['a note that is no text', { note: 5 }],
    ['a long note', { note: 'x'.repeat(5_001) }],
    ['a note with NUL', { note: 'a\0b' }],
  ])('refuses %s', async (_, body) => {
    const id = await store();
    const answer = await change(id, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body' });
    expect((await open(id)).revision).toBe(0);
  });
});

describe('POST /api/admin/leads/:id/release', () => {
  it('asks the worker to let it pass', async () => {
    const id = await store({ verdict: 'quarantined' });
    const release = () => owner.post(`/api/admin/leads/${id}/release`);
    expect((await release().expect(202)).body).toEqual({ id });
    expect((await jobs.of('signups')).map((job) => [job.name, job.data as unknown])).toEqual([
      ['release-lead', { leadId: id }],
    ]);
  });

  it.each(['018f0000-0000-7000-8000-000000000000', 'nonsense', '%00'])('does not know %s', async (id) => {
    const answer = await test.http
      .post(`/api/admin/leads/${id}/release`)
      .set('authorization', owner.bearer());
    expect(answer.status).toBe(404);
    expect(await jobs.of('signups')).toEqual([]);
  });
});

function asText(response: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = response as NodeJS.ReadableStream;
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => {
    done(null, Buffer.concat(parts).toString('utf8'));
  });
}
