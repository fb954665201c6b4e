import { createSecretKey, hkdfSync } from 'node:crypto';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../platform/config.js';
import { AdminSessionController } from './admin-session.controller.js';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';

/** Tokens of sessions, so that none made for something else is taken for one. */
const audience = 'voordeur-admin';

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret, adminSecretKey }: Config) => {
        // Of both, so that every session ends when the owner changes either.
        const key = hkdfSync('sha256', jwtSecret, adminSecretKey, 'voordeur/sessions', 32);
        // Of a string, jsonwebtoken tries at each call whether it is a public key.
        const secret = createSecretKey(Buffer.from(key));
        return {
          secretOrKeyProvider: () => secret,
          signOptions: { algorithm: 'HS256', audience },
          verifyOptions: { algorithms: ['HS256'], audience },
        };
      },
    }),
  ],
  controllers: [AdminSessionController],
  providers: [AdminSessions, Login],
})
export class AdminSessionModule {}
