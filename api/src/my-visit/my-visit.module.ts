import { Module } from '@nestjs/common';
import { AddressController } from './address.controller.js';
import { MyVisitController } from './my-visit.controller.js';

@Module({
  controllers: [AddressController, MyVisitController],
})
export class MyVisitModule {}
