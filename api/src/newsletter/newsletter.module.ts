import { Module } from '@nestjs/common';
import { NewsletterController } from './newsletter.controller.js';

@Module({
  controllers: [NewsletterController],
})
export class NewsletterModule {}
