import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../platform/client.js';
import { RateLimit } from '../platform/rate-limit.guard.js';

@Controller('api/ip')
export class ClientAddressController {
  @Get()
  @RateLimit('ip', 60)
  read(@Req() request: FastifyRequest): { ip: string } {
    return { ip: clientOf(request).address };
  }
}
