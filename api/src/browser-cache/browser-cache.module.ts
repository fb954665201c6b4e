import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { BrowserCacheController } from './browser-cache.controller.js';

@Module({ imports: [AdminSessionModule], controllers: [BrowserCacheController] })
export class BrowserCacheModule {}
