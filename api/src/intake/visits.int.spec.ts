import type { RecordVisits } from '@voordeur/contracts/jobs';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';
import { useApp, useJobs } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);

async function recorded() {
  const [job] = await jobs.of('visits');
  return job?.data as RecordVisits;
}

describe('POST /api/visit', () => {
  it('puts a page view of now into the queue and answers with its id', async () => {
    const before = Date.now();
    const answer = await test.http
      .post('/api/visit')
      .set('x-real-ip', '203.0.113.9')
      .set('user-agent', 'A browser')
      .send({
        page: '/nl?utm_source=a&x=1&utm_campaign=b#top',
        referrer: 'https://example.org/',
        language: 'nl',
      })
      .expect(202);
    const { events } = await recorded();
    expect(events).toEqual([
      {
        ...(answer.body as { id: string }),
        occurredAt: expect.any(String) as string,
        source: 'beacon',
        page: '/nl?utm_source=a&utm_campaign=b',
        referrer: 'https://example.org/',
        language: 'NL',
        address: '203.0.113.9',
        userAgent: 'A browser',
      },
    ]);
    const [event] = events;
    const idMs = Number.parseInt(event?.id.replace('-', '').slice(0, 12) ?? '', 16);
    expect(idMs).toBe(Date.parse(event?.occurredAt ?? ''));
    expect(idMs).toBeGreaterThanOrEqual(before);
    expect(idMs).toBeLessThanOrEqual(Date.now() + 5);
  });

  it('leaves absent what is empty or unknown, and cuts what is long', async () => {
    await test.http
      .post('/api/visit')
      .set('user-agent', 'a'.repeat(1_100))
      .send({
        page: '/',
        referrer: `https://example.org/${'r'.repeat(3_000)}`,
        language: '',
        webdriver: false,
        other: 1,
      })
      .expect(202);
    const [event] = (await recorded()).events;
    expect(event).not.toHaveProperty('language');
    expect(event).not.toHaveProperty('webdriver');
    expect(event).not.toHaveProperty('other');
    expect(event?.referrer).toHaveLength(2_048);
    expect(event?.userAgent).toHaveLength(1_024);
  });

  it('passes on that a program drives the browser', async () => {
    const post = (webdriver: unknown) => test.http.post('/api/visit').send({ page: '/', webdriver });
    await post('perhaps').expect(400);
    await post(true).expect(202);
    expect((await recorded()).events).toMatchObject([{ webdriver: true }]);
  });

  it.each(['jan@voorbeeld.example', 'jan%40voorbeeld.example', 'jan%2540voorbeeld.example'])(
    'puts no %s into the queue',
    async (address) => {
      const page = `/hello/${address}?UTM_CAMPAIGN=${address}&utm_email=${address}`;
      await test.http
        .post('/api/visit')
        .send({ page, referrer: `https://a.example/${address}` })
        .expect(202);
      await test.http
        .post('/api/visit')
        .send({ page: '/', referrer: `mailto:${address}` })
        .expect(202);
      const video = { videoId: 'nl-intro-main', videoTitle: `Hi ${address}`, watchDuration: 5 };
      await test.http.post('/api/video-view').send(video).expect(202);
      const visits = (await jobs.of('visits')).flatMap((job) => (job.data as RecordVisits).events);
      expect(visits).toMatchObject([
        { page: '/hello/[address]?utm_campaign=[address]', referrer: 'https://a.example/' },
        { page: '/' },
      ]);
      expect(visits[1]).not.toHaveProperty('referrer');
      const [views] = await jobs.of('videoViews');
      expect(views?.data).toMatchObject({ events: [{ videoTitle: '[address]' }] });
    },
  );

  it('gathers what arrives at once into one job', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
    await Promise.all(
      pages.map((page) => test.fastify.inject({ method: 'POST', url: '/api/visit', payload: { page } })),
    );
    const waiting = await jobs.of('visits');
    expect(waiting.length).toBeLessThan(20);
    const events = waiting.flatMap((job) => (job.data as RecordVisits).events);
    expect(events.map((event) => event.page).sort()).toEqual(pages.sort());
    expect(waiting[0]?.opts).toMatchObject({
      removeOnComplete: true,
      removeOnFail: false,
      attempts: 1_000_000,
    });
    expect(waiting[0]?.name).toBe('record-visits');
  });
});

it('writes no line for each accepted page view, and one for a refused one', async () => {
  const logging = await createTestApp({ LOG_LEVEL: 'info' });
  try {
    await logging.http.post('/api/visit').send({ page: '/' }).expect(202);
    await logging.http.post('/api/visit').send({ page: 'no path' }).expect(400);
    expect(logging.log.filter((line) => line.includes('"route":"/api/visit"'))).toEqual([
      expect.stringContaining('"status":400'),
    ]);
  } finally {
    await logging.close();
  }
});
