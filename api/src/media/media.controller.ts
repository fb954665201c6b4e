import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import {
  mediaBytes,
  type MediaAnswer,
  type MediaBody,
  type MediaKind,
  mediaKinds,
  mediaPartBytes,
} from '@voordeur/contracts/http';
import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { LargeBody } from '../platform/large-bodies.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { addPart, beginUpload, readMedia } from './uploads.js';

class MediaDto implements MediaBody {
  @IsIn(mediaKinds)
  kind!: MediaKind;

  @IsInt()
  @Min(1)
  bytes!: number;
}

class PartQueryDto {
  @Matches(/^\d{1,9}$/, { message: 'from must be a number of bytes' })
  from!: string;
}

/** Files that the owner uploads (contracts/src/http/media.ts). */
@Controller('api/admin/media')
export class MediaController {
  constructor(private readonly db: DataSource) {}

  @Post()
  @ApiCall('Announce a file (contracts/src/http/media.ts)', { answer: objectSchema })
  begin(@Body() { kind, bytes }: MediaDto): Promise<MediaAnswer> {
    const most = mediaBytes[kind];
    if (bytes > most) throw invalidField('bytes', `must be at most ${most}`);
    return beginUpload(this.db, { kind, bytes });
  }

  @Get(':id')
  @ApiCall(
    'How much of the file is there, and what became of it (contracts/src/http/media.ts, MediaAnswer)',
    {
      answer: objectSchema,
    },
  )
  read(@Param('id', uuidInPath) id: string): Promise<MediaAnswer> {
    return readMedia(this.db.manager, id);
  }

  @Put(':id')
  @ApiCall('Send the next part of the file', {
    answer: objectSchema,
    body: { 'application/octet-stream': { type: 'string', format: 'binary' } },
  })
  @LargeBody(mediaPartBytes, 'part-too-large', { acceptsBytes: true })
  add(
    @Param('id', uuidInPath) id: string,
    @Query() { from }: PartQueryDto,
    @Body() part: unknown,
  ): Promise<MediaAnswer> {
    if (!Buffer.isBuffer(part)) throw new ApiError('unsupported-media-type');
    return addPart(this.db, id, { start: Number(from), data: part });
  }
}
