import { InjectQueue } from '@nestjs/bullmq';
import { Controller, Get } from '@nestjs/common';
import type { HealthAnswer } from '@voordeur/contracts/http';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { NewestRelease } from './newest-release.js';
import { OwnCertificate } from './own-certificate.js';
import { readOwnerHealth } from './read-owner-health.js';

@Controller('api/admin/health')
export class OwnerHealthController {
  private readonly queues: Queue[];

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly certificate: OwnCertificate,
    private readonly newestRelease: NewestRelease,
    @InjectQueue(queueNames.visits) visits: Queue,
    @InjectQueue(queueNames.videoViews) videoViews: Queue,
    @InjectQueue(queueNames.goals) goals: Queue,
    @InjectQueue(queueNames.signups) signups: Queue,
    @InjectQueue(queueNames.unsubscribes) unsubscribes: Queue,
  ) {
    this.queues = [visits, videoViews, goals, signups, unsubscribes];
  }

  @Get()
  @ApiCall(
    'Whether the product works, and what the owner should do something about (contracts/src/http/health.ts, HealthAnswer)',
    { answer: objectSchema },
  )
  read(): Promise<HealthAnswer> {
    return readOwnerHealth(this.db.manager, this.queues, this.config, {
      certificate: this.certificate,
      newestRelease: this.newestRelease,
    });
  }
}
