import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LoginAnswer } from '@voordeur/contracts/http';
import { addressKeys } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { ApiError } from '../platform/api-error.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { AdminSessions } from './admin-sessions.js';
import { judgeLogins, type LoginAttempt, type LoginOutcome, slowDownMs } from './login-failures.js';

interface Waiting {
  attempt: LoginAttempt;
  resolve: (outcome: LoginOutcome<LoginAnswer>) => void;
  reject: (error: unknown) => void;
}

const maxBatch = 500;

@Injectable()
export class Login {
  private readonly addresses: KeyedHash;
  private readonly waiting: Waiting[] = [];
  private isJudging = false;

  constructor(
    private readonly config: Config,
    private readonly sessions: AdminSessions,
    private readonly db: DataSource,
  ) {
    this.addresses = new KeyedHash(config.jwtSecret, 'login-addresses');
  }

  /** Opens a session if the key is right. Throws `invalid-credentials`, or `locked-out` even if it is. */
  async attempt(secretKey: string, client: string): Promise<LoginAnswer> {
    const [address, network] = addressKeys(client).map(({ key }) => this.addresses.of(key));
    if (!address) throw new Error('the address has no key');
    const keyIsRight = isSameSecret(secretKey, this.config.adminSecretKey);
    const outcome = await this.judge({ address, network: network ?? null, keyIsRight });
    if (outcome.kind === 'locked') {
      throw new ApiError('locked-out', { retryAfterSeconds: Math.ceil(outcome.leftMs / 1_000) });
    }
    if (outcome.kind === 'failed') {
      if (this.config.rateLimit) await wait(slowDownMs(outcome.recent));
      throw new ApiError('invalid-credentials');
    }
    return outcome.session;
  }

  private judge(attempt: LoginAttempt): Promise<LoginOutcome<LoginAnswer>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ attempt, resolve, reject });
      if (!this.isJudging) void this.judgeWaiting();
    });
  }

  /**
   * Judges in batches what has come in meanwhile: a flood of guesses makes larger transactions, not more of them, so it
   * holds a single connection and nobody waits for more than a few transactions.
   */
  private async judgeWaiting(): Promise<void> {
    const { loginMaxAttempts: maxFailures, loginLockoutMinutes: lockoutMinutes } = this.config;
    this.isJudging = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch);
      try {
        const outcomes = await judgeLogins(
          this.db,
          batch.map(({ attempt }) => attempt),
          { maxFailures, lockoutMinutes },
          (tx) => this.sessions.open(tx),
        );
        for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
      } catch (error) {
        // The attempts behind these would only wait for the same failure.
        for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
      }
    }
    this.isJudging = false;
  }
}

/** Compares in a time that gives away neither the length nor where the two differ. */
function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
