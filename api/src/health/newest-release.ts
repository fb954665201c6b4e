import { Injectable } from '@nestjs/common';
import { isNewer, readNewestVersion } from '@voordeur/server';
import { Config } from '../platform/config.js';
import { LookedUp } from './looked-up.js';

/** The newest release of the product, by RELEASES_URL. */
@Injectable()
export class NewestRelease {
  private readonly newest: LookedUp<string> | null;

  constructor(private readonly config: Config) {
    const { releasesUrl } = config;
    this.newest = releasesUrl ? new LookedUp(() => readNewestVersion(releasesUrl), 24 * 3_600_000) : null;
  }

  /** Null unless it's newer than the running version. */
  async read(): Promise<string | null> {
    const version = (await this.newest?.read()) ?? null;
    return version !== null && isNewer(version, this.config.appVersion ?? '') ? version : null;
  }
}
