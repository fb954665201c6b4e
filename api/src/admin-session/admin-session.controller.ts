import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { LoginAnswer, SessionAnswer, SessionsAnswer } from '@voordeur/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { readToken, sessionOf } from './require-session.js';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';
import { LoginDto } from './login.dto.js';
import { clearSessionCookie, isFromOwnPage, setSessionCookie } from './session-cookie.js';

@Controller('api/admin')
export class AdminSessionController {
  constructor(
    private readonly login: Login,
    private readonly sessions: AdminSessions,
    private readonly config: Config,
  ) {}

  /** Ends the session that the caller had before. */
  @Post('login')
  @ApiCall('Log in with the secret key', {
    answer: {
      ...schemaOf({ expiresIn: wholeSchema, timeZone: textSchema }),
      properties: {
        token: { ...textSchema, description: "Left out for the site's own page over TLS: it gets a cookie." },
        expiresIn: wholeSchema,
        timeZone: textSchema,
      },
    },
  })
  @HttpCode(200)
  @RateLimit('login')
  async open(
    @Body() body: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    const { token, ...session } = await this.login.open(body, clientOf(request));
    const earlier = await this.sessions.find(readToken(request));
    if (earlier) await this.sessions.end(earlier.id);
    // Over TLS a browser keeps it where no script can read it. Programs have no page, and get the token itself.
    if (!isFromOwnPage(request)) return { token, ...session };
    setSessionCookie(reply, token, session.expiresIn);
    return session;
  }

  @Get('session')
  @ApiCall('How many seconds this session has left, and the time zone of the site', {
    answer: schemaOf({ expiresIn: wholeSchema, timeZone: textSchema }),
  })
  read(@Req() request: FastifyRequest): SessionAnswer {
    const expiresIn = Math.floor((sessionOf(request).expiresAt.getTime() - Date.now()) / 1_000);
    return { expiresIn, timeZone: this.config.timeZone };
  }

  @Get('sessions')
  @ApiCall('The open sessions, newest first (contracts/src/http/admin.ts, SessionsAnswer)', {
    answer: objectSchema,
  })
  async list(@Req() request: FastifyRequest): Promise<SessionsAnswer> {
    return { sessions: await this.sessions.list(sessionOf(request).id) };
  }

  @Delete('sessions/:id')
  @ApiCall('End a session')
  @HttpCode(204)
  async end(@Param('id', uuidInPath) id: string): Promise<void> {
    if (!(await this.sessions.end(id))) throw new ApiError('not-found');
  }

  /** All but the one that asks. */
  @Delete('sessions')
  @ApiCall('End all sessions but this one')
  @HttpCode(204)
  async endOthers(@Req() request: FastifyRequest): Promise<void> {
    await this.sessions.endOthers(sessionOf(request).id);
  }

  @Post('logout')
  @ApiCall('Log out')
  @HttpCode(204)
  async close(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    clearSessionCookie(reply);
    await this.sessions.end(sessionOf(request).id);
  }

  /** The header makes the browser clear its cache of this site; its storage and the session stay. */
  @Post('browser-cache/clear')
  @ApiCall('Make the browser clear its cache of this site (Clear-Site-Data); the session stays')
  @HttpCode(204)
  @Header('Clear-Site-Data', '"cache"')
  clearCache(): void {
    // Nothing to do on the server.
  }
}
