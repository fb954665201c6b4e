import { createHash } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Media, MediaPart } from '@voordeur/contracts/db';
import type { MediaKind } from '@voordeur/contracts/http';
import { describeError } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { checkDocument } from './check-document.js';
import { checkPicture } from './check-picture.js';
import { writeMediaFiles } from './media-files.js';

const lookEveryMs = 1_000;
/** Longer than a check may take: then the process that began it is dead. */
const claimedForSeconds = 45;
/** One that ends the process each time isn't tried forever. */
const mostChecks = 5;
/** How the name ends of the file that a setting names. */
const shown: Record<MediaKind, string> = {
  picture: '-1280.webp',
  document: '.pdf',
  guide: '-guide.pdf',
};

/** Checks what the owner uploaded, makes the files that the site serves of it, and puts them where nginx reads. */
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

/** Checks the upload that has waited longest. Resolves to whether there was one; rejects if another try may do it. */
export async function checkNext(db: DataSource, pagesDir: string, stop: AbortSignal): Promise<boolean> {
  const [[claimed]]: [{ id: string; kind: MediaKind; checks: number }[]] = await db.query(
    `update media set checks = checks + 1, claimed_until = now() + make_interval(secs => $1)
    where id = (select id from media where state = 'waiting' and coalesce(claimed_until < now(), true)
      order by used_at limit 1 for update skip locked)
    returning id, kind, checks`,
    [claimedForSeconds],
  );
  if (!claimed) return false;
  const { id, kind, checks } = claimed;
  if (checks > mostChecks) {
    await refuse(db, id, 'not-readable');
    return true;
  }
  const upload = await readUpload(db, id);
  const checked = kind === 'picture' ? await checkPicture(upload, stop) : checkDocument(upload, shown[kind]);
  if (typeof checked === 'string') {
    await refuse(db, id, checked);
    return true;
  }
  const hash = createHash('sha256').update(upload).digest('hex').slice(0, 32);
  await db.transaction(async (tx) => {
    const isWaiting = { where: { id, state: 'waiting' }, lock: { mode: 'pessimistic_write' } } as const;
    if (!(await tx.findOne(Media, isWaiting))) return;
    await tx.delete(MediaPart, { mediaId: id });
    const parts = [...checked].map(([end, data]) => ({ mediaId: id, file: hash + end, start: 0, data }));
    await tx.insert(MediaPart, parts);
    await tx.update(Media, { id }, { state: 'ready', path: `/files/${hash}${shown[kind]}` });
    // Before the admin shows it.
    await writeMediaFiles(tx, pagesDir);
  });
  return true;
}

async function readUpload(db: DataSource, mediaId: string): Promise<Buffer> {
  const parts = await db.manager.find(MediaPart, { where: { mediaId, file: '' }, order: { start: 'asc' } });
  return Buffer.concat(parts.map(({ data }) => data));
}

async function refuse(db: DataSource, id: string, refusal: Media['refusal']): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(MediaPart, { mediaId: id });
    await tx.update(Media, { id, state: 'waiting' }, { state: 'refused', refusal });
  });
}
