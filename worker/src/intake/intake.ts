import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import type { IpPrivacy } from './anonymize.js';
import { DaySalts } from './day-salts.js';
import { Lookup } from '../lookup/lookup.js';
import { VisitPartitions } from './partitions.js';
import { SiteDays } from '../platform/site-days.js';

/** Everything that recording visits, video views and leads needs, once per process. */
@Injectable()
export class Intake {
  /** The product's own host, which doesn't count as a referrer. */
  readonly ownHost: string;
  readonly ipPrivacy: IpPrivacy;
  /** Ids of the videos that the site shows. */
  readonly videoIds: string[];
  readonly timeZone: string;
  readonly days: SiteDays;
  readonly salts: DaySalts;
  readonly partitions: VisitPartitions;

  constructor(
    readonly db: DataSource,
    readonly lookup: Lookup,
    config: Config,
  ) {
    this.ownHost = config.ownHost;
    this.ipPrivacy = config.ipPrivacy;
    this.videoIds = config.videoIds;
    this.timeZone = config.timeZone;
    this.days = new SiteDays(config.timeZone);
    this.salts = new DaySalts(db, this.days);
    this.partitions = new VisitPartitions(db);
  }
}

/** The same without the class, as tests build it. */
export type IntakeContext = Omit<Intake, 'lookup'> & { lookup: Pick<Lookup, 'current'> };
