import type { RecordVideoViews } from '@voordeur/contracts/jobs';
import { expect, it } from 'vitest';
import { useApp, useJobs } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);

const viewId = '0199A1b2-c3d4-7000-8000-000000000001';

it.each([
  ['from the catalogue', { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5, viewId }],
  [
    'from an intro, with no id of its own',
    { videoId: 'eng-intro-main', videoTitle: 'ENG', watchDuration: 86_400 },
  ],
])('a view %s becomes an event in a job', async (_name, body) => {
  const answer = await test.http
    .post('/api/video-view')
    .set({ 'x-real-ip': '2001:db8::1', 'user-agent': 'A browser' })
    .send(body)
    .expect(202);
  const [job] = await jobs.of('videoViews');
  expect(job?.name).toBe('record-video-views');
  const data = job?.data as RecordVideoViews | undefined;
  expect(data?.events[0]).toEqual({
    ...(answer.body as { id: string }),
    occurredAt: expect.any(String) as string,
    ...body,
    address: '2001:db8::1',
    userAgent: 'A browser',
  });
});

it('takes an empty viewId for none', async () => {
  const body = { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5, viewId: '' };
  await test.http.post('/api/video-view').send(body).expect(202);
  const [job] = await jobs.of('videoViews');
  const data = job?.data as RecordVideoViews | undefined;
  expect(data?.events[0]).toBeDefined();
  expect(data?.events[0]).not.toHaveProperty('viewId');
});
