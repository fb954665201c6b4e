import { Module } from '@nestjs/common';
import { LaunchController } from './launch.controller.js';

@Module({ controllers: [LaunchController] })
export class LaunchModule {}
