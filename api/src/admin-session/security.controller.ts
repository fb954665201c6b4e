import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type {
  CodeBody,
  NewSecondFactorAnswer,
  SecondFactorAnswer,
  SecurityEventsAnswer,
} from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Line } from '../platform/form-fields.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { sessionOf } from './require-session.js';
import { Login } from './login.js';
import { LoginDto } from './login.dto.js';
import { removeSecondFactor, SecondFactor } from './second-factor.js';
import { listSecurityEvents } from './security-events.js';
import { describeOrigin } from './session-origin.js';

class CodeDto implements CodeBody {
  @Line(10)
  code!: string;
}

@Controller('api/admin')
export class SecurityController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly login: Login,
    private readonly db: DataSource,
  ) {}

  @Get('security-events')
  @ApiCall(
    'Logins, lockouts and changes of keys, newest first (contracts/src/http/admin.ts, SecurityEventsAnswer)',
    { answer: objectSchema },
  )
  async readEvents(): Promise<SecurityEventsAnswer> {
    return { events: await listSecurityEvents(this.db.manager) };
  }

  @Get('second-factor')
  @ApiCall('Whether a login needs a code too', { answer: schemaOf({ isOn: { type: 'boolean' } }) })
  async read(): Promise<SecondFactorAnswer> {
    return { isOn: await this.secondFactor.isOn() };
  }

  /** Takes the key again: a session that was stolen mustn't lock the owner out with an app of its own. */
  @Post('second-factor')
  @ApiCall(
    'A new secret for an authenticator app, not asked for until it is confirmed; takes the key again',
    { answer: schemaOf({ secret: textSchema, address: textSchema }) },
  )
  @HttpCode(200)
  async begin(@Body() body: LoginDto, @Req() request: FastifyRequest): Promise<NewSecondFactorAnswer> {
    const begun = await this.prove(body, request, (tx) => this.secondFactor.begin(tx));
    if (!begun) throw new ApiError('second-factor-on');
    return begun;
  }

  @Post('second-factor/confirm')
  @ApiCall('Switch the second factor on with a code of the app; all other sessions end')
  @HttpCode(204)
  @RateLimit('second-factor')
  async confirm(@Body() { code }: CodeDto, @Req() request: FastifyRequest): Promise<void> {
    await this.secondFactor.confirm(code, sessionOf(request).id, describeOrigin(clientOf(request)));
  }

  @Post('second-factor/end')
  @ApiCall('Switch it off, with the key and a code of the app')
  @HttpCode(204)
  async end(@Body() body: LoginDto, @Req() request: FastifyRequest): Promise<void> {
    await this.prove(body, request, removeSecondFactor);
  }

  /** As at a login, and counted as one; but a wrong key isn't a 401, which would end the session. */
  private async prove<Result>(
    body: LoginDto,
    request: FastifyRequest,
    onProved: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.login.prove(body, clientOf(request), onProved);
    } catch (error) {
      const isWrong = error instanceof ApiError && error.status === 401;
      throw isWrong ? new ApiError(error.code === 'code-needed' ? 'second-factor-on' : 'wrong-proof') : error;
    }
  }
}
