import { createSecretKey, hkdfSync } from 'node:crypto';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../platform/config.js';

/** The audience of session tokens, so that a token made for something else isn't accepted as one. */
const audience = 'voordeur-admin';

/** Nest's module that signs and verifies session tokens. */
export const sessionTokens = JwtModule.registerAsync({
  inject: [Config],
  useFactory: ({ jwtSecret, adminSecretKey }: Config) => {
    // Derived from both secrets, so that every session ends when the owner changes either.
    const key = hkdfSync('sha256', jwtSecret, adminSecretKey, 'voordeur/sessions', 32);
    // Given a string, jsonwebtoken would try to parse it as a public key on every request.
    const secret = createSecretKey(Buffer.from(key));
    return {
      secretOrKeyProvider: () => secret,
      signOptions: { algorithm: 'HS256', audience },
      verifyOptions: { algorithms: ['HS256'], audience },
    };
  },
});
