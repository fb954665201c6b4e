import { type DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { TracingShutdown } from '@voordeur/server';
import type { Logger } from 'pino';
import { AdminSessionController } from './admin-session/admin-session.controller.js';
import { ApiKeys } from './admin-session/api-keys.js';
import { ApiKeysController } from './admin-session/api-keys.controller.js';
import { AdminSessions } from './admin-session/admin-sessions.js';
import { KeyWatch } from './admin-session/key-watch.js';
import { Login } from './admin-session/login.js';
import { SecondFactor } from './admin-session/second-factor.js';
import { SecurityController } from './admin-session/security.controller.js';
import { sessionTokens } from './admin-session/session-tokens.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { FiguresDatabase } from './analytics/figures-database.js';
import { PeopleStreams } from './analytics/people-streams.js';
import { AdminBookingsController } from './bookings/admin-bookings.controller.js';
import { BookingsController } from './bookings/bookings.controller.js';
import { BrowserController } from './browser/browser.controller.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { WebhookEndpointsController } from './deliveries/webhook-endpoints.controller.js';
import { DocumentLinks } from './documents/document-links.js';
import { DocumentsController } from './documents/documents.controller.js';
import { HealthController } from './health/health.controller.js';
import { NewestRelease } from './health/newest-release.js';
import { OwnCertificate } from './health/own-certificate.js';
import { OwnerHealthController } from './health/owner-health.controller.js';
import { Readiness } from './health/readiness.js';
import { HomeController } from './home/home.controller.js';
import { KeyStrength } from './launch/key-strength.js';
import { LaunchController } from './launch/launch.controller.js';
import { AdminLeadsController } from './leads/admin-leads.controller.js';
import { SeveralLeadsController } from './leads/several-leads.controller.js';
import { LeadClaimer } from './leads/lead-claims.js';
import { LeadsController } from './leads/leads.controller.js';
import { LeadsProducer } from './leads/leads.producer.js';
import { MyVisitController } from './my-visit/my-visit.controller.js';
import { NewsletterController } from './newsletter/newsletter.controller.js';
import { PersonsController } from './persons/persons.controller.js';
import type { Config } from './platform/config.js';
import { PlatformModule } from './platform/platform.module.js';
import type { Site } from './platform/site-config.js';
import { AdminSharedLinksController } from './shared-links/admin-shared-links.controller.js';
import { SharedLinks } from './shared-links/shared-links.js';
import { SharedViews } from './shared-links/shared-views.js';
import { SharedViewsController } from './shared-links/shared-views.controller.js';
import { AdminSubscribersController } from './subscribers/admin-subscribers.controller.js';
import { AdminTranslationsController } from './translations/admin-translations.controller.js';
import { TranslationsController } from './translations/translations.controller.js';
import { UnsubscribesController } from './unsubscribes/unsubscribes.controller.js';
import { GoalsRoute } from './goals/goals.route.js';
import { VideoViewsRoute } from './video-views/video-views.route.js';
import { EdgeListener } from './visits/edge-listener.js';
import { VisitsProducer } from './visits/visits.producer.js';
import { VisitsRoute } from './visits/visits.route.js';

/** Features are folders, which the import rules keep apart; a Nest module for each would only repeat this list. */
@Module({
  // Readiness logs what changes, not each failed check.
  imports: [sessionTokens, TerminusModule.forRoot({ logger: false })],
  controllers: [
    AdminBookingsController,
    AdminLeadsController,
    SeveralLeadsController,
    AdminSessionController,
    AdminSharedLinksController,
    AdminSubscribersController,
    AnalyticsController,
    ApiKeysController,
    BookingsController,
    BrowserController,
    DeliveriesController,
    DocumentsController,
    HealthController,
    HomeController,
    LaunchController,
    LeadsController,
    MyVisitController,
    NewsletterController,
    OwnerHealthController,
    PersonsController,
    TranslationsController,
    AdminTranslationsController,
    SecurityController,
    SharedViewsController,
    UnsubscribesController,
    WebhookEndpointsController,
  ],
  providers: [
    AdminSessions,
    ApiKeys,
    DocumentLinks,
    EdgeListener,
    FiguresDatabase,
    GoalsRoute,
    LeadClaimer,
    LeadsProducer,
    KeyStrength,
    KeyWatch,
    Login,
    NewestRelease,
    OwnCertificate,
    PeopleStreams,
    Readiness,
    SecondFactor,
    SharedLinks,
    SharedViews,
    TracingShutdown,
    VideoViewsRoute,
    VisitsProducer,
    VisitsRoute,
  ],
})
export class AppModule {
  static with(config: Config, site: Site, logger: Logger): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(config, site, logger)] };
  }
}
