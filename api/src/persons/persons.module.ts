import { Module } from '@nestjs/common';
import { PersonsController } from './persons.controller.js';

@Module({
  controllers: [PersonsController],
})
export class PersonsModule {}
