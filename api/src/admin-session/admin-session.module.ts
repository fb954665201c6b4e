import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../config.js';
import { AdminGuard } from './admin.guard.js';
import { AdminSessionController } from './admin-session.controller.js';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';

/** Import it where `AdminOnly` is used. */
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret }: Config) => {
        // Of a string, jsonwebtoken tries at each call whether it is a public key.
        const secret = createSecretKey(jwtSecret, 'utf8');
        return { secretOrKeyProvider: () => secret };
      },
    }),
  ],
  controllers: [AdminSessionController],
  providers: [AdminSessions, Login, AdminGuard],
  exports: [AdminSessions, AdminGuard],
})
export class AdminSessionModule {}
