import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiCall, schemaOf, textSchema } from '../platform/api-call.js';
import { clientOf } from '../platform/client.js';
import { RateLimit } from '../platform/rate-limit.guard.js';

@Controller('api/ip')
export class AddressController {
  @Get()
  @ApiCall("The caller's address", { answer: schemaOf({ ip: textSchema }) })
  @RateLimit('ip')
  read(@Req() request: FastifyRequest): { ip: string } {
    return { ip: clientOf(request).address };
  }
}
