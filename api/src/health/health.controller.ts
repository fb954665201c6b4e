import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Readiness } from './readiness.js';

@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Only that the event loop runs: with more, a database that is down would get this process restarted for nothing. */
  @Get('live')
  @RouteConfig({ quiet: 'all' })
  live(): { live: true } {
    return { live: true };
  }

  @Get('ready')
  @RouteConfig({ quiet: 'all' })
  async ready(): Promise<{ ready: true }> {
    await this.readiness.check();
    return { ready: true };
  }
}
