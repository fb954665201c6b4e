import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type {
  CodeBody,
  NewSecondFactorAnswer,
  SecondFactorAnswer,
  SecurityEventsAnswer,
} from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { Line } from '../platform/form-fields.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { sessionOf } from './require-session.js';
import { SecondFactor } from './second-factor.js';
import { listSecurityEvents } from './security-events.js';

class CodeDto implements CodeBody {
  @Line(10)
  code!: string;
}

/** A stolen session mustn't be able to try all codes. */
const codesPerMinute = 5;

@Controller('api/admin')
export class SecurityController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly db: DataSource,
  ) {}

  @Get('security-events')
  async readEvents(): Promise<SecurityEventsAnswer> {
    return { events: await listSecurityEvents(this.db.manager) };
  }

  @Get('second-factor')
  async read(): Promise<SecondFactorAnswer> {
    return { isOn: await this.secondFactor.isOn() };
  }

  @Post('second-factor')
  @HttpCode(200)
  begin(): Promise<NewSecondFactorAnswer> {
    return this.secondFactor.begin();
  }

  @Post('second-factor/confirm')
  @HttpCode(204)
  @RateLimit('second-factor', codesPerMinute)
  async confirm(
    @Body(new BodyPipe(CodeDto)) { code }: CodeDto,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.secondFactor.confirm(code, sessionOf(request).id);
  }

  @Post('second-factor/end')
  @HttpCode(204)
  @RateLimit('second-factor', codesPerMinute)
  async end(@Body(new BodyPipe(CodeDto)) { code }: CodeDto): Promise<void> {
    await this.secondFactor.end(code);
  }
}
