import { domainToASCII } from 'node:url';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { OwnerChecksAnswer } from '@voordeur/contracts/http';
import { parseMailbox } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { CurrentMail } from '../platform/current-mail.js';
import { Site } from '../platform/site.js';
import { planCheck, readCheck } from '../platform/asked-effect.js';

/** A worker looks at the internet because the owner asks (contracts/src/http/owner-check.ts). */
@Controller('api/admin/checks')
export class ChecksController {
  constructor(
    private readonly db: DataSource,
    private readonly mail: CurrentMail,
    private readonly site: Site,
  ) {}

  @Get()
  @ApiCall('The last checks (contracts/src/http/owner-check.ts, OwnerChecksAnswer)', { answer: objectSchema })
  async read(): Promise<OwnerChecksAnswer> {
    return {
      'mail-records': await readCheck(this.db.manager, 'mail-records'),
      'booking-page': await readCheck(this.db.manager, 'booking-page'),
    };
  }

  @Post(':check')
  @ApiCall('Look at it now; the answer to GET says what was found', { answer: objectSchema })
  @HttpCode(202)
  async ask(@Param('check') check: string): Promise<OwnerChecksAnswer> {
    if (check === 'mail-records') {
      await planCheck(this.db, check, { domain: this.mailDomain() });
    } else if (check === 'booking-page') {
      const { scheduler } = this.site.config;
      // The site's own calendar is no page of another host.
      if (scheduler.provider === 'own') throw new ApiError('not-found');
      await planCheck(this.db, check, { address: scheduler.address });
    } else {
      throw new ApiError('not-found');
    }
    return this.read();
  }

  private mailDomain(): string {
    const domain = parseMailbox(this.mail.sender ?? '')
      ?.address.split('@')
      .at(-1);
    if (!domain) throw new ApiError('no-mail-server');
    return domainToASCII(domain);
  }
}
