import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';

@Module({
  imports: [AdminSessionModule],
  controllers: [DeliveriesController, WebhookEndpointsController],
})
export class DeliveriesModule {}
