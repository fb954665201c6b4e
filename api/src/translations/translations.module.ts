import { Module } from '@nestjs/common';
import { AdminTranslationsController } from './admin-translations.controller.js';
import { TranslationsController } from './translations.controller.js';

@Module({
  controllers: [TranslationsController, AdminTranslationsController],
})
export class TranslationsModule {}
