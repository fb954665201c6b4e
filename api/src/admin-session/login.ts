import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LoginAnswer } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { Config } from '../config.js';
import { ApiError } from '../platform/api-error.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { AdminSessions } from './admin-sessions.js';
import { judgeLogin } from './login-failures.js';
import { isSameSecret } from './secret-key.js';
import { slowDownMs } from './slow-down.js';

@Injectable()
export class Login {
  private readonly addresses: KeyedHash;

  constructor(
    private readonly config: Config,
    private readonly sessions: AdminSessions,
    @InjectDataSource() private readonly db: DataSource,
  ) {
    this.addresses = new KeyedHash(config.jwtSecret, 'login-addresses');
  }

  /** Opens a session for the right key. Throws `invalid-credentials` or, also for the right key, `locked-out`. */
  async attempt(secretKey: string, address: string): Promise<LoginAnswer> {
    const { adminSecretKey, loginMaxAttempts, loginLockoutMinutes, rateLimit } = this.config;
    let answer: LoginAnswer | undefined;
    const outcome = await judgeLogin(
      this.db,
      this.addresses.of(address),
      isSameSecret(secretKey, adminSecretKey),
      { mostFailures: loginMaxAttempts, lockoutMinutes: loginLockoutMinutes },
      async (tx) => {
        answer = await this.sessions.open(tx);
      },
    );
    if (outcome.kind === 'locked') {
      throw new ApiError('locked-out', { retryAfterSeconds: Math.ceil(outcome.leftMs / 1_000) });
    }
    if (outcome.kind === 'failed') {
      if (rateLimit) await wait(slowDownMs(outcome.recent));
      throw new ApiError('invalid-credentials');
    }
    if (!answer) throw new Error('a right key opened no session');
    return answer;
  }
}
