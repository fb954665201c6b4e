import { Module } from '@nestjs/common';
import { BrowserCacheController } from './browser-cache.controller.js';

@Module({ controllers: [BrowserCacheController] })
export class BrowserCacheModule {}
