import { retryForever, mailJobNames, type SendMail } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';

const atOnce = 500;

/** A job for each mail whose time has come; one that has its job already gets no second. Answers how many are due. */
export async function enqueueDueMails(db: DataSource, queue: Queue): Promise<number> {
  const due = await db.query<{ id: string }[]>(
    `select id from mails where status = 'waiting' and next_attempt_at <= now() order by next_attempt_at limit ${atOnce}`,
  );
  if (due.length === 0) return 0;
  await queue.addBulk(
    due.map(({ id }) => ({
      name: mailJobNames.send,
      data: { mailId: id } satisfies SendMail,
      opts: { ...retryForever, jobId: id },
    })),
  );
  return due.length;
}
