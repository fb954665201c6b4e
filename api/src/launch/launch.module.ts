import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { LaunchController } from './launch.controller.js';

@Module({ imports: [AdminSessionModule], controllers: [LaunchController] })
export class LaunchModule {}
