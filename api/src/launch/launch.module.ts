import { Module } from '@nestjs/common';
import { KeyStrength } from './key-strength.js';
import { LaunchController } from './launch.controller.js';

@Module({
  controllers: [LaunchController],
  providers: [KeyStrength],
})
export class LaunchModule {}
