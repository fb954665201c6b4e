import { Module } from '@nestjs/common';
import { MyVisitController } from './my-visit.controller.js';

@Module({
  controllers: [MyVisitController],
})
export class MyVisitModule {}
