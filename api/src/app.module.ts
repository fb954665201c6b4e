import { type DynamicModule, Module } from '@nestjs/common';
import { TracingShutdown } from '@voordeur/server';
import type { Logger } from 'pino';
import { AdminSessionModule } from './admin-session/admin-session.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { BookingsModule } from './bookings/bookings.module.js';
import { CalendarModule } from './calendar/calendar.module.js';
import { ChecksModule } from './checks/checks.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { LaunchModule } from './launch/launch.module.js';
import { MailModule } from './mail/mail.module.js';
import { MediaModule } from './media/media.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { MyVisitModule } from './my-visit/my-visit.module.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { SharedLinksModule } from './shared-links/shared-links.module.js';
import { SiteModule } from './site/site.module.js';
import { TranslationsModule } from './translations/translations.module.js';
import type { Config } from './platform/config.js';
import { PlatformModule } from './platform/platform.module.js';
import type { Site } from './platform/site.js';

/** A module per subject, on the platform that all of them share. */
@Module({
  imports: [
    AdminSessionModule,
    AnalyticsModule,
    BookingsModule,
    CalendarModule,
    ChecksModule,
    DeliveriesModule,
    HealthModule,
    HomeModule,
    IntakeModule,
    LaunchModule,
    MailModule,
    MediaModule,
    LeadsModule,
    MyVisitModule,
    NewsletterModule,
    NotificationsModule,
    PersonsModule,
    SharedLinksModule,
    SiteModule,
    TranslationsModule,
  ],
  providers: [TracingShutdown],
})
export class AppModule {
  static with(config: Config, site: Site, logger: Logger): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(config, site, logger)] };
  }
}
