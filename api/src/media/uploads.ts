import { Media, MediaPart } from '@voordeur/contracts/db';
import type { MediaAnswer, MediaBody } from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiError, invalidField } from '../platform/api-error.js';

/** All files that are kept, with the uploads under way; a backup holds them too. */
const mostBytes = 2_000_000_000;

/** Announces a file, of which nothing is there yet. Throws `no-room`. */
export async function beginUpload(db: DataSource, { kind, bytes }: MediaBody): Promise<MediaAnswer> {
  await checkRoom(db, bytes);
  const id = uuidv7();
  await db.manager.insert(Media, { id, kind, bytes });
  return readMedia(db.manager, id);
}

/** Throws `no-room` where this many bytes more are too many. */
export async function checkRoom(db: DataSource, bytes: number): Promise<void> {
  const [kept]: [{ bytes: string }] = await db.query(
    `select coalesce(sum(case when state in ('uploading', 'waiting') then bytes else
      (select sum(octet_length(data)) from media_parts where media_id = media.id) end), 0) as bytes from media`,
  );
  if (Number(kept.bytes) + bytes > mostBytes) throw new ApiError('no-room');
}

/** Throws `not-found`. */
export async function readMedia(db: EntityManager, id: string): Promise<MediaAnswer> {
  const medium = await db.findOneBy(Media, { id });
  if (!medium) throw new ApiError('not-found');
  const { kind, bytes, state, refusal, path } = medium;
  const received = state === 'uploading' ? await countReceived(db, id) : bytes;
  return { id, kind, bytes, received, state, refusal, path };
}

/**
 * Stores the next part of an upload; the last one hands it to the workers. One that doesn't begin where the upload ends,
 * because it came before or another is missing, changes nothing. Throws `not-found`, and `invalid-body` for a part that is
 * empty or goes beyond the end.
 */
export async function addPart(
  db: DataSource,
  id: string,
  { start, data }: { start: number; data: Buffer },
): Promise<MediaAnswer> {
  if (data.length === 0) throw invalidField('body', 'must not be empty');
  return db.transaction(async (tx) => {
    const medium = await tx.findOne(Media, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!medium) throw new ApiError('not-found');
    const received = await countReceived(tx, id);
    const isNext = medium.state === 'uploading' && start === received;
    if (isNext && received + data.length > medium.bytes)
      throw invalidField('body', 'goes beyond the end of the file');
    if (isNext) {
      await tx.insert(MediaPart, { mediaId: id, file: '', start, data });
      if (received + data.length === medium.bytes) await tx.update(Media, { id }, { state: 'waiting' });
    }
    return readMedia(tx, id);
  });
}

async function countReceived(db: EntityManager, id: string): Promise<number> {
  const [row]: [{ bytes: number }] = await db.query(
    `select coalesce(sum(octet_length(data)), 0)::int as bytes from media_parts where media_id = $1 and file = ''`,
    [id],
  );
  return row.bytes;
}
