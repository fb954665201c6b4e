import { Module } from '@nestjs/common';
import { AdminSubscribersController } from './admin-subscribers.controller.js';
import { NewsletterController } from './newsletter.controller.js';
import { UnsubscribesController } from './unsubscribes.controller.js';

@Module({
  controllers: [AdminSubscribersController, NewsletterController, UnsubscribesController],
})
export class NewsletterModule {}
