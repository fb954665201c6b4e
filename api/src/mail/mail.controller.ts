import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { mailServer } from '@voordeur/contracts/db';
import type { MailAccountAnswer } from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { CurrentMail } from '../platform/current-mail.js';
import { planTest } from '../platform/asked-effect.js';
import { changeMailAccount, readMailAccount, removeMailAccount } from './mail-account.js';
import { MailAccountDto } from './mail-account.dto.js';

/** The mail server that the site sends through (contracts/src/http/mail-account.ts). */
@Controller('api/admin/mail')
export class MailController {
  constructor(
    private readonly db: DataSource,
    private readonly mail: CurrentMail,
  ) {}

  @Get()
  @ApiCall('The mail server, without its password (contracts/src/http/mail-account.ts, MailAccountAnswer)', {
    answer: objectSchema,
  })
  read(): Promise<MailAccountAnswer> {
    return readMailAccount(this.db.manager, this.mail);
  }

  @Put()
  @ApiCall('Send through this mail server from now on', { answer: objectSchema })
  async change(@Body() account: MailAccountDto, @Req() request: FastifyRequest): Promise<MailAccountAnswer> {
    this.throwIfLocked();
    await changeMailAccount(this.db, this.mail, account, describeOrigin(clientOf(request)));
    await this.mail.read(this.db.manager);
    return this.read();
  }

  @Delete()
  @ApiCall('Send no mail any more', { answer: objectSchema })
  async remove(@Req() request: FastifyRequest): Promise<MailAccountAnswer> {
    this.throwIfLocked();
    await removeMailAccount(this.db, describeOrigin(clientOf(request)));
    await this.mail.read(this.db.manager);
    return this.read();
  }

  @Post('test')
  @ApiCall('Send the owner a letter; the answer to GET says what became of it', { answer: objectSchema })
  @HttpCode(202)
  async test(): Promise<MailAccountAnswer> {
    if (!this.mail.sendsMail) throw new ApiError('no-mail-server');
    await planTest(this.db, { kind: 'mail', destination: mailServer });
    return this.read();
  }

  private throwIfLocked(): void {
    if (this.mail.isLocked) throw new ApiError('locked-setting');
  }
}
