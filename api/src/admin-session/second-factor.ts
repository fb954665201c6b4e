import { Injectable } from '@nestjs/common';
import { SecondFactor as Row } from '@voordeur/contracts/db';
import type { NewSecondFactorAnswer } from '@voordeur/contracts/http';
import { Seal } from '@voordeur/server';
import { Secret, TOTP } from 'otpauth';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { Config } from '../platform/config.js';
import { Site } from '../platform/site.js';
import { AdminSessions } from './admin-sessions.js';
import { noteSecurityEvent } from './security-events.js';
import type { SessionOrigin } from './session-origin.js';

const periodSeconds = 30;
/** A clock that is half a minute off is common, one that is a minute off isn't. */
const acceptedSteps = 1;
const sixDigits = /^[0-9]{6}$/;

/**
 * Six digits of an authenticator app (TOTP, RFC 6238), asked for at login once the owner has proved that her app has them.
 * Each code is good once. Losing the app isn't the end: `make unlock SECOND_FACTOR=off`, on the machine.
 */
@Injectable()
export class SecondFactor {
  private readonly seal: Seal;

  constructor(
    private readonly db: DataSource,
    private readonly sessions: AdminSessions,
    private readonly site: Site,
    config: Config,
  ) {
    this.seal = new Seal(config.jwtSecret, 'voordeur/second-factor');
  }

  /** A new secret, which isn't asked for until it is confirmed; null where there is a confirmed one. */
  async begin(tx: EntityManager): Promise<NewSecondFactorAnswer | null> {
    const secret = new Secret({ size: 20 });
    const rows = await tx.query<unknown[]>(
      `insert into second_factor (sealed_secret) values ($1)
      on conflict ("only") do update set sealed_secret = $1, last_step = 0
      where second_factor.confirmed_at is null returning 1`,
      [this.seal.close(secret.bytes)],
    );
    if (rows.length === 0) return null;
    const address = new TOTP({ issuer: this.site.config.product, label: 'admin', secret }).toString();
    return { secret: secret.base32, address };
  }

  /** From then on the code is asked for; all other sessions end. Throws `wrong-code`, or `second-factor-on`. */
  async confirm(code: string, sessionId: string, from: SessionOrigin): Promise<void> {
    await this.db.transaction(async (tx) => {
      // Nothing is judged once it's on: the answer would tell a stolen session whether a code is right.
      const [row] = await tx.find(Row, { lock: { mode: 'pessimistic_write' } });
      if (row?.confirmedAt) throw new ApiError('second-factor-on');
      if (!(await this.useCode(tx, code))) throw new ApiError('wrong-code');
      await tx.update(Row, { only: true }, { confirmedAt: () => 'now()' });
      await noteSecurityEvent(tx, 'second-factor-on', from);
      await this.sessions.endOthers(sessionId, tx);
    });
  }

  async isOn(db: EntityManager = this.db.manager): Promise<boolean> {
    return db.existsBy(Row, { confirmedAt: Not(IsNull()) });
  }

  /** Whether the code is right and wasn't used before; it's used then. Locks the row, so of two at once one is too late. */
  async useCode(tx: EntityManager, code: string): Promise<boolean> {
    // The library accepts other digits too, and throws if the length matches in characters but not in bytes.
    if (!sixDigits.test(code)) return false;
    const [row] = await tx.find(Row, { lock: { mode: 'pessimistic_write' } });
    // Null where JWT_SECRET has changed since; then no code is right.
    const secret = row && this.seal.open(row.sealedSecret);
    if (!secret) return false;
    const { buffer } = new Uint8Array(secret);
    const totp = new TOTP({ period: periodSeconds, secret: new Secret({ buffer }) });
    const delta = totp.validate({ token: code, window: acceptedSteps });
    const step = Math.floor(Date.now() / 1_000 / periodSeconds) + (delta ?? 0);
    if (delta === null || step <= Number(row.lastStep)) return false;
    await tx.update(Row, { only: true }, { lastStep: String(step) });
    return true;
  }
}

/** Whether it was on: a secret that was never confirmed goes too, but isn't worth an event. */
export async function removeSecondFactor(tx: EntityManager): Promise<boolean> {
  const wasOn = await tx.existsBy(Row, { confirmedAt: Not(IsNull()) });
  await tx.delete(Row, { only: true });
  if (wasOn) await noteSecurityEvent(tx, 'second-factor-off');
  return wasOn;
}
