import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const rows = 100_000;

/** Rows a second that COPY writes into a table like `visits`, with its indexes; the rows are those that are there. */
export async function measureCopy(db: pg.Client): Promise<number> {
  const written: Buffer[] = [];
  const reading = new PassThrough().on('data', (part: Buffer) => written.push(part));
  await pipeline(db.query(copyTo(`copy (select * from visits limit ${rows}) to stdout`)), reading);
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(*)::float8 as n from (select 1 from visits limit ${rows}) as copied`,
  );
  await db.query('create table visits_copied (like visits including all)');
  try {
    const startMs = performance.now();
    const writing = db.query(copyFrom('copy visits_copied from stdin'));
    await pipeline(written, writing);
    return (counted[0]?.n ?? 0) / ((performance.now() - startMs) / 1_000);
  } finally {
    await db.query('drop table visits_copied');
  }
}
