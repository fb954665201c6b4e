import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { registerQueue } from '../platform/register-queue.js';
import { NewsletterController } from './newsletter.controller.js';

@Module({ imports: [registerQueue(queueNames.signups)], controllers: [NewsletterController] })
export class NewsletterModule {}
