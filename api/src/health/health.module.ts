import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { NewestRelease } from './newest-release.js';
import { OwnCertificate } from './own-certificate.js';
import { OwnerHealthController } from './owner-health.controller.js';
import { Readiness } from './readiness.js';

// Terminus would log each failed check; Readiness logs what changes.
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, OwnerHealthController],
  providers: [NewestRelease, OwnCertificate, Readiness],
})
export class HealthModule {}
