import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that are shown once; only their hash is stored. */
export function newSecretToken(prefix = ''): { token: string; tokenHash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** The hash that a token is looked up by. Nobody can steer it, so the time of the look-up gives nothing away. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** When something that is used now counts as used, if that has to be written down: to the hour is close enough. */
export function isUseNews(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > 3_600_000;
}

/** The end of something valid for `days` days; null if it has none. */
export function endAfter(now: Date, days: number): Date;
export function endAfter(now: Date, days: number | undefined): Date | null;
export function endAfter(now: Date, days: number | undefined): Date | null {
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
}
