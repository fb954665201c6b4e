import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody } from '@voordeur/contracts/http';
import { addressKeys, LOGGER } from '@voordeur/server';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Client } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { ApiError } from '../platform/api-error.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { AdminSessions, type NewSession } from './admin-sessions.js';
import { CodeLimit } from './code-limit.js';
import { SecondFactor } from './second-factor.js';
import { noteGuessing, noteSecurityEvent } from './security-events.js';
import { isSetupToken, wasOpened } from './setup-token.js';
import { describeOrigin, type SessionOrigin } from './session-origin.js';
import { judgeLogins, type LoginAttempt, type LoginOutcome, slowDownMs } from './login-failures.js';

interface Attempt extends LoginAttempt {
  keyIsRight: boolean;
  code: string | undefined;
  from: SessionOrigin;
  onProved: (tx: EntityManager, from: SessionOrigin) => Promise<unknown>;
}

interface Waiting {
  attempt: Attempt;
  resolve: (outcome: LoginOutcome<unknown>) => void;
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
    private readonly secondFactor: SecondFactor,
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.addresses = new KeyedHash(config.jwtSecret, 'login-addresses');
  }

  /** Opens a session; the first one may be opened by the token of a set-up link. Throws like `prove`. */
  open(body: LoginBody, client: Client): Promise<NewSession> {
    const isSetup = isSetupToken(body.secretKey, this.config);
    return this.proveBy(isSetup || this.isKey(body.secretKey), body, client, async (tx, from) => {
      // Logins are judged one by one, so of two with one link only the first gets in.
      if (isSetup && (await wasOpened(tx))) throw new ApiError('invalid-credentials');
      await noteSecurityEvent(tx, 'login', from);
      return this.sessions.open(tx, from);
    });
  }

  /**
   * Runs `onProved` in its transaction if the key is right, and the code too where the second factor is on. The lockout
   * counts everything else as a failure, and wrong codes are limited over all addresses together too. Throws `invalid-credentials`, `code-needed` for a right key without a code, or
   * `locked-out` whatever came.
   */
  prove<Result>(
    body: LoginBody,
    client: Client,
    onProved: (tx: EntityManager, from: SessionOrigin) => Promise<Result>,
  ): Promise<Result> {
    return this.proveBy(this.isKey(body.secretKey), body, client, onProved);
  }

  private isKey(secretKey: string): boolean {
    return isSameSecret(secretKey, this.config.adminSecretKey);
  }

  private async proveBy<Result>(
    keyIsRight: boolean,
    { code }: LoginBody,
    client: Client,
    onProved: (tx: EntityManager, from: SessionOrigin) => Promise<Result>,
  ): Promise<Result> {
    const [address, network] = addressKeys(client.address).map(({ key }) => this.addresses.of(key));
    if (!address) throw new Error('the address has no key');
    const from = describeOrigin(client);
    const outcome = await this.judge({ address, network: network ?? null, keyIsRight, code, from, onProved });
    // Her network and no more: most of those who mistype the key are the owner.
    this.logger.info({ login: outcome.kind, network: from.network }, 'login attempted');
    if (outcome.kind === 'locked') {
      throw new ApiError('locked-out', { retryAfterSeconds: Math.ceil(outcome.leftMs / 1_000) });
    }
    if (outcome.kind === 'threw') throw outcome.error;
    if (outcome.kind === 'code-needed') throw new ApiError('code-needed');
    if (outcome.kind === 'failed') {
      if (this.config.rateLimit) await wait(slowDownMs(outcome.recent));
      throw new ApiError('invalid-credentials');
    }
    return outcome.result as Result;
  }

  private judge(attempt: Attempt): Promise<LoginOutcome<unknown>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ attempt, resolve, reject });
      if (!this.isJudging) void this.judgeWaiting();
    });
  }

  /**
   * Judges waiting attempts in batches: a flood of guesses makes larger transactions, not more of them, so it holds a
   * single connection and nobody waits for more than a few transactions.
   */
  private async judgeWaiting(): Promise<void> {
    const { loginMaxAttempts: maxFailures, loginLockoutMinutes: lockoutMinutes } = this.config;
    this.isJudging = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch);
      let codes: Promise<CodeLimit | null> | undefined;
      try {
        const outcomes = await judgeLogins(
          this.db,
          batch.map(({ attempt }) => attempt),
          { maxFailures, lockoutMinutes },
          {
            check: async (tx, attempt) => {
              if (!attempt.keyIsRight) return null;
              codes ??= this.readCodeLimit(tx);
              return this.check(tx, attempt, await codes);
            },
            onLocked: (tx, { from }) => noteGuessing(tx, 'lockout', from),
          },
        );
        for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
      } catch (error) {
        // The attempts behind these would only wait for the same failure.
        for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
      }
    }
    this.isJudging = false;
  }

  /** Null where no code is asked for. */
  private async readCodeLimit(tx: EntityManager): Promise<CodeLimit | null> {
    return (await this.secondFactor.isOn(tx)) ? CodeLimit.read(tx) : null;
  }

  private async check(tx: EntityManager, { code, from, onProved }: Attempt, codes: CodeLimit | null) {
    if (codes) {
      if (code === undefined) return { kind: 'code-needed' as const };
      const leftMs = codes.waitMs(from.network);
      if (leftMs > 0) return { kind: 'locked' as const, leftMs };
    }
    // A transaction of its own within that of the batch, so an error here undoes nothing of other attempts.
    const proved = await tx.transaction(async (own) => {
      if (codes && !(await this.secondFactor.useCode(own, code ?? ''))) return null;
      return { kind: 'proved' as const, result: await onProved(own, from) };
    });
    if (!proved && (await codes?.addWrong(tx, from.network))) await noteGuessing(tx, 'codes-guessed', from);
    return proved;
  }
}

/** Compares in a time that gives away neither the length nor where the two differ. */
function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
