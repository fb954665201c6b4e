import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  accessDays,
  type AccessDays,
  accessLimits,
  type ApiKeyBody,
  type ApiKeysAnswer,
  type NewApiKeyAnswer,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Line, NotBlank } from '../platform/form-fields.js';
import { Optional, uuidInPath } from '../platform/validation.pipe.js';
import { ApiKeys } from './api-keys.js';
import { describeOrigin } from './session-origin.js';

class ApiKeyDto implements ApiKeyBody {
  @Line(accessLimits.name)
  @NotBlank()
  name!: string;

  @Optional()
  @IsIn(accessDays)
  days?: AccessDays;
}

@Controller('api/admin/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @ApiCall('The API keys, newest first (contracts/src/http/access.ts, ApiKeysAnswer)', {
    answer: objectSchema,
  })
  async list(): Promise<ApiKeysAnswer> {
    return { keys: await this.keys.list() };
  }

  @Post()
  @ApiCall(
    'Create an API key, which reads figures and nothing else (contracts/src/http/access.ts, NewApiKeyAnswer); shown this once',
    { answer: objectSchema },
  )
  create(@Body() body: ApiKeyDto, @Req() request: FastifyRequest): Promise<NewApiKeyAnswer> {
    return this.keys.create(body, describeOrigin(clientOf(request)));
  }

  @Delete(':id')
  @ApiCall('Revoke an API key')
  @HttpCode(204)
  async revoke(@Param('id', uuidInPath) id: string): Promise<void> {
    if (!(await this.keys.revoke(id))) throw new ApiError('not-found');
  }
}
