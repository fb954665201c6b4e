import { Controller, Get } from '@nestjs/common';
import { ApiError } from '../platform/api-error.js';
import { Readiness } from './readiness.js';

@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** That the loop runs: nothing else is asked, or a dead database would get this process killed in vain. */
  @Get('live')
  live(): { live: true } {
    return { live: true };
  }

  @Get('ready')
  async ready(): Promise<{ ready: true }> {
    if (!(await this.readiness.isReady())) throw new ApiError('unavailable');
    return { ready: true };
  }
}
