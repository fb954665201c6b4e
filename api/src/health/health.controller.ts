import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCall, schemaOf } from '../platform/api-call.js';
import { Readiness } from './readiness.js';

@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Only that the event loop runs: with more, a database that is down would get this process restarted for nothing. */
  @Get('live')
  @ApiCall('Whether the process is running', { answer: schemaOf({ live: { const: true } }) })
  @RouteConfig({ quiet: 'all' })
  live(): { live: true } {
    return { live: true };
  }

  @Get('ready')
  @ApiCall('Whether it can do its work, as of the last second; the log says why not', {
    answer: schemaOf({ ready: { const: true } }),
  })
  @RouteConfig({ quiet: 'all' })
  async ready(): Promise<{ ready: true }> {
    await this.readiness.check();
    return { ready: true };
  }
}
