import type { LeadsPage } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, readJobs } from '../testing/create-test-app.js';

let test: Awaited<ReturnType<typeof createTestApp>>;
let jobs: ReturnType<typeof readJobs>;
let token: string;

beforeAll(async () => {
  test = await createTestApp();
  jobs = readJobs(test.config);
  token = await test.login();
});
beforeEach(async () => {
  await test.database.dataSource.query('truncate leads, deliveries cascade');
  await jobs.clear();
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

async function store(given: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: uuidv7(),
    kind: 'question',
    email: 'you@example.org',
    client_timestamp: '2026-03-10T12:00:00Z',
    received_at: '2026-03-10T12:00:00Z',
    ...given,
  };
  const names = Object.keys(row);
  await test.database.dataSource.query(
    `insert into leads (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row['id'] as string;
}

const get = (path: string, accept = 'application/json') =>
  test.http.get(path).set('authorization', `Bearer ${token}`).set('accept', accept);
const list = async (query = '') => (await get(`/api/admin/leads${query}`).expect(200)).body as LeadsPage;
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
      visit_match: 'certain',
      first_page: '/learn',
      utm_source: 'letter',
    });
    expect((await list()).leads).toEqual([
      {
        id,
        kind: 'question',
        status: 'new',
        verdict: 'accepted',
        verdictReasons: ['disposable-domain'],
        email: 'you@example.org',
        phone: null,
        idea: 'Line one\nline two',
        language: 'NL',
        videoId: null,
        watchTime: null,
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
        delivery: 'none',
      },
    ]);
  });

  it('goes from the newest to the oldest, a page of 50 at a time', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) ids.unshift(await store());
    const first = await list();
    const second = await list(`?cursor=${first.cursor ?? ''}`);
    const third = await list(`?cursor=${second.cursor ?? ''}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third).not.toHaveProperty('cursor');
  });

  it('narrows by kind, status, verdict and text', async () => {
    const plain = await store({ idea: 'About 100% of it_all' });
    const other = await store({ kind: 'video-signup', email: null, phone: '+31 6 1234', status: 'archived' });
    const doubted = await store({ verdict: 'quarantined', email: 'ME@example.org' });
    expect(idsOf(await list('?kind=video-signup'))).toEqual([other]);
    expect(idsOf(await list('?status=archived'))).toEqual([other]);
    expect(idsOf(await list('?verdict=quarantined'))).toEqual([doubted]);
    expect(idsOf(await list('?q=me%40EXAMPLE'))).toEqual([doubted]);
    expect(idsOf(await list('?q=6+1234'))).toEqual([other]);
    expect(idsOf(await list('?q=100%25'))).toEqual([plain]);
    expect(idsOf(await list('?q=it_all'))).toEqual([plain]);
    expect(idsOf(await list('?q=%25'))).toEqual([plain]);
    expect(idsOf(await list('?kind=&status=&q='))).toEqual([doubted, other, plain]);
  });

  it.each(['kind=all', 'status=old', 'verdict=x', 'cursor=5', 'q=a&q=b', 'q=%00'])(
    'refuses %s',
    async (query) => {
      const answer = await get(`/api/admin/leads?${query}`).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid-query' });
    },
  );
});

describe('the CSV', () => {
  it('has every lead, and nothing in it runs in a spreadsheet', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("x")', 'plain, "quoted"\nand more'];
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
    expect(csv.match(/\r\n/g)).toHaveLength(68);
    for (const idea of formulas.slice(0, 5)) expect(csv).toContain(`,'${idea},`);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain(`"plain, ""quoted""\nand more"`);
    expect(csv).not.toMatch(/(^|,)"?[=+@\t-]/m);
    expect(csv.match(/'=you@example\.org/g)).toHaveLength(7);
  });
});

describe('POST /api/admin/leads/:id/release', () => {
  it('asks the worker to let it pass', async () => {
    const id = await store({ verdict: 'quarantined' });
    const release = () =>
      test.http.post(`/api/admin/leads/${id}/release`).set('authorization', `Bearer ${token}`);
    expect((await release().expect(202)).body).toEqual({ id });
    expect((await jobs.of('signups')).map((job) => [job.name, job.data as unknown])).toEqual([
      ['release-lead', { leadId: id }],
    ]);
  });

  it.each(['018f0000-0000-7000-8000-000000000000', 'nonsense', '%00'])('does not know %s', async (id) => {
    const answer = await test.http
      .post(`/api/admin/leads/${id}/release`)
      .set('authorization', `Bearer ${token}`);
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
