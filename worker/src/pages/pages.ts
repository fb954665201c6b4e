import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../platform/config.js';
import { writeMediaFiles } from '../media/media-files.js';
import {
  isAnswerTimeOld,
  type LiveSite,
  readLiveSite,
  readVersions,
  recordRenderFailure,
  recordRendered,
} from './live-site.js';
import { readBuildName, RenderFailed, renderPages } from './render-pages.js';
import { RenderedPages } from './rendered-pages.js';

/** An edit is to be on the site within 3 s, most of which is the render's. */
const lookEveryMs = 500;
const longestPauseMs = 300_000;

/**
 * Keeps the HTML that visitors get in step with the owner's texts and settings. The version in the pages is read from
 * the pages themselves, so after any crash or restored database the next check finds the difference. Edits made during
 * a render are one render after it. Pages that say the time to answer are also rendered once a day.
 */
@Injectable()
export class Pages implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('pages');
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** Once in each process: PUBLIC_URL may be another, and a machine that lost power may hold half a file. */
  private isFirst = true;
  private failed = { version: '', times: 0, againAt: 0 };
  private isAway = false;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.pages) return;
    this.look();
    this.timer = setInterval(() => {
      this.look();
    }, lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.looking;
  }

  private look(): void {
    this.looking ??= this.renderWhileDue().finally(() => {
      this.looking = undefined;
    });
  }

  private async renderWhileDue(): Promise<void> {
    try {
      while (!this.stop.signal.aborted && (await this.renderIfDue())) this.log.log('pages rendered');
      this.isAway = false;
    } catch (error) {
      if (!this.isAway && !this.stop.signal.aborted) {
        this.log.warn(
          { error: error instanceof Error ? error.name : 'unknown' },
          'pages wait to be rendered',
        );
      }
      this.isAway = true;
    }
  }

  /** Whether it rendered. */
  private async renderIfDue(): Promise<boolean> {
    const { version, rendered } = await readVersions(this.db.manager);
    if (this.failed.version === version && Date.now() < this.failed.againAt) return false;
    const lock = this.db.createQueryRunner();
    try {
      const pages = await this.openPages();
      const isDue =
        this.isFirst ||
        rendered !== version ||
        (await pages.version()) !== version ||
        (await isAnswerTimeOld(this.db.manager, this.settings().ofFile));
      return isDue && (await takeLock(lock.manager)) && (await this.renderLocked(pages, lock.manager));
    } catch (error) {
      if (!(error instanceof RenderFailed) || this.stop.signal.aborted) throw error;
      await this.noteFailure(version, error.message);
      return false;
    } finally {
      await lock.release();
    }
  }

  private async renderLocked(pages: RenderedPages, db: EntityManager): Promise<boolean> {
    try {
      const live = await readLiveSite(db, this.settings().ofFile);
      await this.render(pages, live);
      await recordRendered(db, live.version);
      this.isFirst = false;
      this.failed = { version: '', times: 0, againAt: 0 };
      await pages.removeOld();
      return true;
    } finally {
      await db.query(`select pg_advisory_unlock(hashtext('voordeur/pages'))`);
    }
  }

  private async render(pages: RenderedPages, live: LiveSite): Promise<void> {
    const { siteBuild, publicUrl } = this.settings();
    let folder: string | undefined;
    try {
      folder = await pages.makeFolder(live.version);
      // Pages never name a file that isn't there.
      await writeMediaFiles(this.db.manager, this.settings().dir);
      const modifiedAt = await pages.nextModifiedAt();
      await renderPages(siteBuild, { folder, publicUrl, modifiedAt, ...live }, this.stop.signal);
      await pages.show(folder);
    } catch (error) {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      throw error instanceof RenderFailed ? error : new RenderFailed(whyNotWritten(error), { cause: error });
    }
  }

  private async openPages(): Promise<RenderedPages> {
    const { dir, siteBuild } = this.settings();
    return new RenderedPages(dir, await readBuildName(siteBuild));
  }

  /** The previous pages stay; the same texts are retried after 1, 2, 4 … s, other texts at once. */
  private async noteFailure(version: string, reason: string): Promise<void> {
    const times = this.failed.version === version ? this.failed.times + 1 : 1;
    const pauseMs = Math.min(1_000 * 2 ** (times - 1), longestPauseMs);
    this.failed = { version, times, againAt: Date.now() + pauseMs };
    this.log.warn({ reason, times }, 'the pages cannot be rendered; the previous ones stay');
    await recordRenderFailure(this.db.manager, reason);
  }

  private settings(): NonNullable<Config['pages']> {
    if (!this.config.pages) throw new Error('PAGES_DIR is not set');
    return this.config.pages;
  }
}

/** Two renders at once would be work for nothing, and could end in the older one being shown. */
async function takeLock(db: EntityManager): Promise<boolean> {
  const [lock]: { taken: boolean }[] = await db.query(
    `select pg_try_advisory_lock(hashtext('voordeur/pages')) as taken`,
  );
  return lock?.taken === true;
}

/** The code alone (`ENOSPC`, `EACCES`): the message has a path of this machine. */
function whyNotWritten(error: unknown): string {
  const { code } = error as { code?: unknown };
  return `the pages cannot be written (PAGES_DIR)${typeof code === 'string' ? `: ${code}` : ''}`;
}
