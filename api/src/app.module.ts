import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AdminSessionModule } from './admin-session/admin-session.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { BrowserCacheModule } from './browser-cache/browser-cache.module.js';
import { ClientAddressController } from './client-address/client-address.controller.js';
import type { Config } from './platform/config.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { LaunchModule } from './launch/launch.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { PlatformModule } from './platform/platform.module.js';
import type { Site } from './platform/site-config.js';
import { TranslationsModule } from './translations/translations.module.js';
import { UnsubscribesModule } from './unsubscribes/unsubscribes.module.js';
import { VideoViewsModule } from './video-views/video-views.module.js';
import { VisitsModule } from './visits/visits.module.js';

@Module({
  imports: [
    AdminSessionModule,
    AnalyticsModule,
    BrowserCacheModule,
    DeliveriesModule,
    DocumentsModule,
    LaunchModule,
    LeadsModule,
    PersonsModule,
    NewsletterModule,
    TranslationsModule,
    UnsubscribesModule,
    VideoViewsModule,
    VisitsModule,
  ],
  controllers: [ClientAddressController, HealthController],
  providers: [Readiness],
})
export class AppModule {
  static with(config: Config, site: Site, logger: Logger): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(config, site, logger)] };
  }
}
