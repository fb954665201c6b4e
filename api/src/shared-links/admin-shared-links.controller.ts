import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  accessDays,
  type AccessDays,
  accessLimits,
  type NewSharedLinkAnswer,
  type SharedLinkBody,
  type SharedLinksAnswer,
} from '@voordeur/contracts/http';
import { IsIn, MinLength } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Line, NotBlank } from '../platform/form-fields.js';
import { Optional, uuidInPath } from '../platform/validation.pipe.js';
import { SharedLinks } from './shared-links.js';

class SharedLinkDto implements SharedLinkBody {
  @Line(accessLimits.name)
  @NotBlank()
  name!: string;

  @Line(accessLimits.query)
  query!: string;

  @IsIn(accessDays)
  days!: AccessDays;

  @Optional()
  @Line(accessLimits.password)
  @MinLength(accessLimits.minPassword)
  password?: string;
}

@Controller('api/admin/shared-links')
export class AdminSharedLinksController {
  constructor(private readonly links: SharedLinks) {}

  @Get()
  @ApiCall('The links to figures, newest first (contracts/src/http/access.ts, SharedLinksAnswer)', {
    answer: objectSchema,
  })
  async list(): Promise<SharedLinksAnswer> {
    return { links: await this.links.list() };
  }

  @Post()
  @ApiCall(
    'Create a link to the figures of certain days and filters (contracts/src/http/access.ts, NewSharedLinkAnswer); its token is shown this once',
    { answer: objectSchema },
  )
  create(@Body() body: SharedLinkDto, @Req() request: FastifyRequest): Promise<NewSharedLinkAnswer> {
    return this.links.create(body, describeOrigin(clientOf(request)));
  }

  @Delete(':id')
  @ApiCall('Revoke a link')
  @HttpCode(204)
  async revoke(@Param('id', uuidInPath) id: string): Promise<void> {
    if (!(await this.links.revoke(id))) throw new ApiError('not-found');
  }
}
