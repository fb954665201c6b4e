import { Controller, Get } from '@nestjs/common';
import type { HomeAnswer } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { Site } from '../platform/site.js';
import { readHome } from './read-home.js';

@Controller('api/admin/home')
export class HomeController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
  ) {}

  @Get()
  @ApiCall(
    "What the owner's day begins with: who waits, yesterday, this week's leads, what failed (contracts/src/http/home.ts, HomeAnswer)",
    { answer: objectSchema },
  )
  read(): Promise<HomeAnswer> {
    return readHome(this.db, new Date(), this.site.daysOff(this.config));
  }
}
