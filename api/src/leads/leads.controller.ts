import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import {
  type Accepted,
  acceptedSchema,
  type InquiryAnswer,
  kindsToAnswer,
  type NewsletterSignupAnswer,
  type PromptSignupAnswer,
} from '@voordeur/contracts/http';
import { promisedBy, timeOfId } from '@voordeur/server';
import type { FastifyRequest } from 'fastify';
import { ApiCall, schemaOf, textSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { CurrentMail } from '../platform/current-mail.js';
import { DocumentLinks } from './document-links.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Site } from '../platform/site.js';
import { NewsletterSignupDto, PromptSignupDto, SetupsInquiryDto, VideoSignupDto } from './lead.dto.js';
import { LeadsProducer } from './leads.producer.js';

@Controller('api')
export class LeadsController {
  constructor(
    private readonly leads: LeadsProducer,
    private readonly site: Site,
    private readonly documents: DocumentLinks,
    private readonly config: Config,
    private readonly mail: CurrentMail,
  ) {}

  @Post('setups-inquiry')
  @ApiCall('Send a custom-setup inquiry or a question; replyBy is when an answer is promised', {
    answer: schemaOf({ id: textSchema, replyBy: textSchema, timeZone: textSchema }),
  })
  @HttpCode(202)
  @RateLimit(kindOfInquiry)
  async inquire(@Body() form: SetupsInquiryDto, @Req() request: FastifyRequest): Promise<InquiryAnswer> {
    const id = await this.leads.accept(form.kind ?? 'setups', form, request);
    // By the id's own time: a repeated post gets the first one's id, and the first one's promise.
    const replyByMs = promisedBy(timeOfId(id), this.site.daysOff(this.config));
    return { id, replyBy: new Date(replyByMs).toISOString(), timeZone: this.config.timeZone };
  }

  @Post('newsletter-signup')
  @ApiCall(
    'Sign up for the newsletter; with needsConfirmation it only counts once the link in a mail is followed',
    { answer: schemaOf({ id: textSchema, needsConfirmation: { type: 'boolean' } }) },
  )
  @HttpCode(202)
  @RateLimit('newsletter')
  async signUpForNewsletter(
    @Body() form: NewsletterSignupDto,
    @Req() request: FastifyRequest,
  ): Promise<NewsletterSignupAnswer> {
    const { kind: signupKind, ...signup } = form;
    const id = await this.leads.accept(
      'newsletter',
      { ...signup, ...(signupKind && { signupKind }) },
      request,
    );
    return { id, needsConfirmation: this.mail.sendsMail };
  }

  @Post('video-signup')
  @ApiCall('Sign up while watching a video, with an email address, a phone number or both', {
    answer: acceptedSchema,
  })
  @HttpCode(202)
  @RateLimit('video-signup')
  async signUpAtVideo(@Body() form: VideoSignupDto, @Req() request: FastifyRequest): Promise<Accepted> {
    if (!form.email && !form.phone) throw needsEmailOrPhone();
    if (!this.site.hasVideo(form.videoId)) throw invalidField('videoId', 'is not a video of this site');
    return { id: await this.leads.accept('video-signup', form, request) };
  }

  @Post('prompt-signup')
  @ApiCall('Sign up for the guide; the link opens it for 24 hours', {
    answer: schemaOf({ id: textSchema, documentUrl: textSchema }),
  })
  @HttpCode(202)
  @RateLimit('prompt-signup')
  async signUpForPrompt(
    @Body() form: PromptSignupDto,
    @Req() request: FastifyRequest,
  ): Promise<PromptSignupAnswer> {
    const id = await this.leads.accept('prompt-signup', form, request);
    return { id, documentUrl: this.documents.guideUrl() };
  }
}

/** Kinds of lead that share one route but are rate limited separately. */
function kindOfInquiry(body: unknown) {
  const asked = (body as { kind?: unknown } | null)?.kind;
  return kindsToAnswer.find((kind) => kind === asked) ?? 'setups';
}

function needsEmailOrPhone(): ApiError {
  const message = 'email or phone is needed';
  return new ApiError('invalid-body', {
    details: [
      { field: 'email', message },
      { field: 'phone', message },
    ],
  });
}
