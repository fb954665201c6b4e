import { createHash } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Media, MediaPart } from '@voordeur/contracts/db';
import type { MediaAnswer, MediaRefusal } from '@voordeur/contracts/http';
import { describeError } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { makeOrderedDocument } from '../documents/legal-document.js';
import { Config } from '../platform/config.js';
import { checkCaptions } from './check-captions.js';
import { checkDocument } from './check-document.js';
import { checkPicture } from './check-picture.js';
import { checkVideo } from './check-video.js';
import { readParts, writeMediaFiles } from './media-files.js';

const lookEveryMs = 1_000;
/** Longer than a check may take: then the process that began it is dead. */
const claimedForSeconds = { video: 180, others: 45 };
/** One that ends the process each time isn't tried forever. */
const mostChecks = 5;
type Kind = MediaAnswer['kind'];

/** How the name ends of the file that a setting names; a video's has its duration. */
const shown: Record<Exclude<Kind, 'video'>, string> = {
  picture: '-1280.webp',
  mark: '-mark.webp',
  'share-picture': '-share.jpg',
  document: '.pdf',
  legal: '.pdf',
  guide: '-guide.pdf',
  captions: '.vtt',
};

/** Checks what the owner uploaded, makes the legal documents that she ordered and the files that the site serves of it, and puts them where nginx reads. */
@Injectable()
export class UploadChecks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('media');
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { pages } = this.config;
    if (!pages) return;
    this.timer = setInterval(() => {
      this.looking ??= this.checkAll(pages.dir).finally(() => {
        this.looking = undefined;
      });
    }, lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.looking;
  }

  private async checkAll(pagesDir: string): Promise<void> {
    try {
      while (!this.stop.signal.aborted && (await checkNext(this.db, pagesDir, this.stop.signal)));
    } catch (error) {
      if (!this.stop.signal.aborted) this.log.warn(describeError(error), 'an upload waits to be checked');
    }
  }
}

interface Upload {
  id: string;
  kind: Kind;
  bytes: number;
}

interface Checked {
  /** The name of the file that a setting names. */
  name: string;
  /** All files by their names; null: the upload itself is the file. */
  files: [string, Buffer][] | null;
}

/** Checks the upload, or makes the document, that has waited longest. Resolves to whether there was one; rejects if another try may do it. */
export async function checkNext(db: DataSource, pagesDir: string, stop: AbortSignal): Promise<boolean> {
  const [[upload]]: [(Upload & { checks: number })[]] = await db.query(
    `update media set checks = checks + 1,
      claimed_until = now() + make_interval(secs => case kind when 'video' then $1::int else $2::int end)
    where id = (select id from media where state = 'waiting' and coalesce(claimed_until < now(), true)
      order by used_at limit 1 for update skip locked)
    returning id, kind, bytes, checks`,
    [claimedForSeconds.video, claimedForSeconds.others],
  );
  if (!upload) return false;
  const { id, checks } = upload;
  const checked = checks > mostChecks ? 'not-readable' : await check(db, upload, stop);
  await db.transaction(async (tx) => {
    const isWaiting = { where: { id, state: 'waiting' }, lock: { mode: 'pessimistic_write' } } as const;
    if (!(await tx.findOne(Media, isWaiting))) return;
    if (typeof checked === 'string') {
      await tx.delete(MediaPart, { mediaId: id });
      await tx.update(Media, { id }, { state: 'refused', refusal: checked });
      return;
    }
    const { name, files } = checked;
    if (files) {
      await tx.delete(MediaPart, { mediaId: id });
      await tx.insert(
        MediaPart,
        files.map(([file, data]) => ({ mediaId: id, file, start: 0, data })),
      );
    } else {
      await tx.update(MediaPart, { mediaId: id, file: '' }, { file: name });
    }
    await tx.update(Media, { id }, { state: 'ready', path: `/files/${name}` });
    // Before the admin shows it.
    await writeMediaFiles(tx, pagesDir);
  });
  return true;
}

async function check(db: DataSource, upload: Upload, stop: AbortSignal): Promise<Checked | MediaRefusal> {
  const { id, kind, bytes } = upload;
  if (kind === 'video') {
    const read = (start: number, length: number) => readPiece(db, id, { start, length });
    const video = await checkVideo({ bytes, read });
    if (typeof video === 'string') return video;
    // In this order: one that is done in half is found again.
    for (const { at, start, end } of video.remarks) {
      await overwrite(db, id, { start, data: Buffer.alloc(end - start) });
      await overwrite(db, id, { start: at + 4, data: Buffer.from('free') });
    }
    const hash = await hashOf(readParts(db.manager, id, ''), stop);
    return { name: `${hash}-${video.seconds}.mp4`, files: null };
  }
  const parts: Buffer[] = [];
  for await (const part of readParts(db.manager, id, '')) parts.push(part);
  const sent = Buffer.concat(parts);
  const whole = kind === 'legal' ? await makeOrderedDocument(sent) : sent;
  const files = await checkWhole(kind, whole, stop);
  if (typeof files === 'string') return files;
  const hash = await hashOf([whole], stop);
  return { name: hash + shown[kind], files: [...files].map(([end, data]) => [hash + end, data]) };
}

async function checkWhole(
  kind: Exclude<Kind, 'video'>,
  upload: Buffer,
  stop: AbortSignal,
): Promise<Map<string, Buffer> | MediaRefusal> {
  if (kind === 'picture' || kind === 'mark' || kind === 'share-picture')
    return checkPicture(kind, upload, stop);
  return kind === 'captions' ? checkCaptions(upload) : checkDocument(upload, shown[kind]);
}

async function readPiece(
  db: DataSource,
  mediaId: string,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const parts: { data: Buffer }[] = await db.query(
    `select substring(data from greatest($2::int - start, 0) + 1 for $2 + $3::int - greatest(start, $2)) as data
    from media_parts
    where media_id = $1 and file = '' and start < $2 + $3 and start + octet_length(data) > $2
    order by start`,
    [mediaId, start, length],
  );
  return Buffer.concat(parts.map(({ data }) => data));
}

async function overwrite(
  db: DataSource,
  mediaId: string,
  { start, data }: { start: number; data: Buffer },
): Promise<void> {
  await db.query(
    `update media_parts set data = overlay(data placing
      substring(bytes from greatest(start - at, 0) + 1
        for least(start + octet_length(data), at + octet_length(bytes)) - greatest(start, at))
      from greatest(at - start, 0) + 1)
    from (select $2::int as at, $3::bytea as bytes) as written
    where media_id = $1 and file = '' and start < at + octet_length(bytes) and start + octet_length(data) > at`,
    [mediaId, start, data],
  );
}

async function hashOf(parts: AsyncIterable<Buffer> | Buffer[], stop: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    stop.throwIfAborted();
    hash.update(part);
  }
  return hash.digest('hex').slice(0, 32);
}
