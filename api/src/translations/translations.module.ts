import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { AdminTranslationsController } from './admin-translations.controller.js';
import { TranslationsController } from './translations.controller.js';

@Module({
  imports: [AdminSessionModule],
  controllers: [TranslationsController, AdminTranslationsController],
})
export class TranslationsModule {}
