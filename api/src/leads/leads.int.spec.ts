import { leadKinds } from '@voordeur/contracts/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, readJobs } from '../testing/create-test-app.js';

let test: Awaited<ReturnType<typeof createTestApp>>;
let jobs: ReturnType<typeof readJobs>;

beforeAll(async () => {
  test = await createTestApp();
  jobs = readJobs(test.config);
});
beforeEach(() => jobs.clear());
afterAll(async () => {
  await jobs.close();
  await test.close();
});

const timestamp = '2026-11-21T03:05:15.000Z';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await test.http
    .post(`/api/${path}`)
    .set({ 'x-real-ip': '203.0.113.9', 'user-agent': 'A browser', ...headers })
    .send(body)
    .expect(202);
  return answer.body as { id: string; documentUrl?: string };
}

async function onlyJob() {
  const [job, ...more] = await jobs.of('signups');
  expect(more).toEqual([]);
  return job;
}

const forms: [string, string, object, object][] = [
  [
    'setups-inquiry',
    'setups-inquiry',
    { email: 'A@example.org', idea: 'Two\nlines\tand a tab', language: 'eng', timestamp },
    { kind: 'setups', email: 'A@example.org', idea: 'Two\nlines\tand a tab', language: 'ENG', timestamp },
  ],
  [
    'setups-inquiry',
    'question',
    { email: 'a@localhost', idea: 'x'.repeat(5_000), language: 'NL', timestamp, kind: 'question' },
    { kind: 'question', email: 'a@localhost', idea: 'x'.repeat(5_000), language: 'NL', timestamp },
  ],
  [
    'newsletter-signup',
    'newsletter-signup',
    { email: 'é+x@exa_mple.org', language: 'nl', timestamp: '20261121T030515,5+0130' },
    { kind: 'newsletter', email: 'é+x@exa_mple.org', language: 'NL', timestamp: '20261121T030515,5+0130' },
  ],
  [
    'video-signup',
    'video-signup',
    { email: 'no format', phone: '', videoId: 'nl-intro-main', watchTime: 0, timestamp },
    { kind: 'video-signup', email: 'no format', videoId: 'nl-intro-main', watchTime: 0, timestamp },
  ],
  [
    'video-signup',
    'video-signup',
    { email: '', phone: '+31 20 1234567', videoId: 'video-6', watchTime: 86_400, timestamp },
    { kind: 'video-signup', phone: '+31 20 1234567', videoId: 'video-6', watchTime: 86_400, timestamp },
  ],
  [
    'prompt-signup',
    'prompt-signup',
    { email: 'a@example.org', language: 'NL', timestamp: '1970-01-01T00:00Z', website: 'x', elapsedMs: 3 },
    {
      kind: 'prompt-signup',
      email: 'a@example.org',
      language: 'NL',
      timestamp: '1970-01-01T00:00Z',
      honeypot: true,
      elapsedMs: 3,
    },
  ],
];

describe('a form becomes one job', () => {
  it.each(forms)('%s as %s', async (path, name, body, lead) => {
    const { id } = await post(path, body);
    expect(id).toMatch(uuid);
    const job = await onlyJob();
    expect(job).toMatchObject({ id, name, opts: { removeOnComplete: true, removeOnFail: false } });
    const { receivedAt } = job?.data as { receivedAt: string };
    expect(Math.abs(Date.now() - Date.parse(receivedAt))).toBeLessThan(10_000);
    expect(job?.data).toEqual({ id, receivedAt, ...lead, address: '203.0.113.9', userAgent: 'A browser' });
  });

  it('knows every kind of lead', () => {
    const kinds = forms.map(([, , , lead]) => (lead as { kind: string }).kind);
    expect(new Set(kinds)).toEqual(new Set(leadKinds));
  });

  it('keeps the Idempotency-Key for later', async () => {
    await post(
      'newsletter-signup',
      { email: 'a@b.nl', language: 'NL', timestamp },
      { 'idempotency-key': 'k-1' },
    );
    expect((await onlyJob())?.data).toMatchObject({ idempotencyKey: 'k-1' });
  });
});

describe('the guide', () => {
  it('opens by the link of the answer, until it was tampered with', async () => {
    const { documentUrl = '' } = await post('prompt-signup', { email: 'a@b.nl', language: 'NL', timestamp });
    const opened = await test.http.get(documentUrl).expect(200);
    expect(opened.headers).toMatchObject({
      'x-accel-redirect': '/private/guide.pdf',
      'content-disposition': 'inline; filename="guide.pdf"',
    });
    const later = documentUrl.replace(/expires=\d+/, 'expires=4000000000');
    for (const url of [
      later,
      `${documentUrl.slice(0, -1)}x`,
      '/documents/guide.pdf',
      `${documentUrl}&sig=0`,
    ]) {
      const refused = await test.http.get(url).expect(403);
      expect(refused.body).toMatchObject({ code: 'link-expired' });
      expect(refused.headers).not.toHaveProperty('x-accel-redirect');
    }
  });
});
