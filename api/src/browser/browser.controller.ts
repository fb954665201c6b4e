import { Controller, Get, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiCall, schemaOf, textSchema } from '../platform/api-call.js';
import { clientOf } from '../platform/client.js';
import { RateLimit } from '../platform/rate-limit.guard.js';

/** Calls that must reach the browser itself, because their effect is in the response. */
@Controller('api')
export class BrowserController {
  @Get('ip')
  @ApiCall("The caller's address", { answer: schemaOf({ ip: textSchema }) })
  @RateLimit('ip')
  readAddress(@Req() request: FastifyRequest): { ip: string } {
    return { ip: clientOf(request).address };
  }

  /** The header makes the browser clear its cache of this site; its storage and the session stay. */
  @Post('admin/browser-cache/clear')
  @ApiCall('Make the browser clear its cache of this site (Clear-Site-Data); the session stays')
  @HttpCode(204)
  @Header('Clear-Site-Data', '"cache"')
  clearCache(): void {
    // Nothing to do on the server.
  }
}
