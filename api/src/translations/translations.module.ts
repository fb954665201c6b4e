import { Module } from '@nestjs/common';
import { AdminTranslationsController } from './admin-translations.controller.js';
import { TranslationsController } from './translations.controller.js';

@Module({
  controllers: [AdminTranslationsController, TranslationsController],
})
export class TranslationsModule {}
