import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { LoginAnswer, LoginBody, SessionAnswer } from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { Line } from '../platform/form-fields.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { sessionOf } from './require-session.js';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';

class LoginDto implements LoginBody {
  @Line(1_024)
  secretKey!: string;
}

@Controller('api/admin')
export class AdminSessionController {
  constructor(
    private readonly login: Login,
    private readonly sessions: AdminSessions,
    private readonly config: Config,
  ) {}

  @Post('login')
  @HttpCode(200)
  @RateLimit('login', 30)
  open(@Body(new BodyPipe(LoginDto)) body: LoginDto, @Req() request: FastifyRequest): Promise<LoginAnswer> {
    return this.login.attempt(body.secretKey, clientOf(request).address);
  }

  @Get('session')
  read(@Req() request: FastifyRequest): SessionAnswer {
    const expiresIn = Math.floor((sessionOf(request).expiresAt.getTime() - Date.now()) / 1_000);
    return { expiresIn, timeZone: this.config.timeZone };
  }

  @Post('logout')
  @HttpCode(204)
  async close(@Req() request: FastifyRequest): Promise<void> {
    await this.sessions.end(sessionOf(request).id);
  }
}
