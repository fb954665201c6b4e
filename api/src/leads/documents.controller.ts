import { Controller, Get, Query, Res } from '@nestjs/common';
import { guidePath } from '@voordeur/contracts/http';
import type { FastifyReply } from 'fastify';
import { ApiCall, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { Site } from '../platform/site.js';
import { DocumentLinks } from './document-links.js';

@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly links: DocumentLinks,
    private readonly site: Site,
  ) {}

  /** nginx sends the file itself, the owner's own or the one that came with the site, from an internal location. */
  @Get('guide.pdf')
  @ApiCall('The guide, through the link that a prompt signup returns', {
    query: [
      { name: 'expires', required: true, schema: textSchema },
      { name: 'sig', required: true, schema: textSchema },
    ],
  })
  guide(
    @Query('expires') expires: unknown,
    @Query('sig') sig: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    if (!this.links.opensGuide(expires, sig)) throw new ApiError('link-expired');
    // Not with @Header, which would be set on the 403 too, and nginx would then send the file anyway.
    const { file = '' } = this.site.config.guide ?? {};
    void reply.header('x-accel-redirect', guidePath.test(file) ? file : '/private/guide.pdf');
    void reply.header('content-disposition', 'inline; filename="guide.pdf"').type('application/pdf');
    return '';
  }
}
