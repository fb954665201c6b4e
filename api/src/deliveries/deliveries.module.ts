import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';

@Module({
  controllers: [DeliveriesController, WebhookEndpointsController],
})
export class DeliveriesModule {}
