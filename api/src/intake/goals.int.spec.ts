import type { RecordGoals } from '@voordeur/contracts/jobs';
import { expect, it } from 'vitest';
import { useApp, useJobs } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);

it('a goal that a page reports becomes an event in a job, without what else the page says', async () => {
  const answer = await test.http
    .post('/api/goal')
    .set({ 'x-real-ip': '2001:db8::1', 'user-agent': 'A browser' })
    .send({ goal: 'calendar-opened', page: '/booking?email=a@example.org' })
    .expect(202);
  const [job] = await jobs.of('goals');
  expect(job?.name).toBe('record-goals');
  expect((job?.data as RecordGoals | undefined)?.events).toEqual([
    {
      ...(answer.body as { id: string }),
      occurredAt: expect.any(String) as string,
      goal: 'calendar-opened',
      address: '2001:db8::1',
      userAgent: 'A browser',
    },
  ]);
});
