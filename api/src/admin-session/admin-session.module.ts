import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminSession, ApiKey } from '@voordeur/contracts/db';
import { AdminSessionController } from './admin-session.controller.js';
import { AdminSessions } from './admin-sessions.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.js';
import { KeyWatch } from './key-watch.js';
import { Login } from './login.js';
import { SecondFactor } from './second-factor.js';
import { SecurityController } from './security.controller.js';
import { sessionTokens } from './session-tokens.js';

@Module({
  imports: [sessionTokens, TypeOrmModule.forFeature([AdminSession, ApiKey])],
  controllers: [AdminSessionController, ApiKeysController, SecurityController],
  providers: [AdminSessions, ApiKeys, KeyWatch, Login, SecondFactor],
  exports: [AdminSessions, sessionTokens],
})
export class AdminSessionModule {}
