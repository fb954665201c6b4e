import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts secrets for Postgres with a key made of JWT_SECRET and `purpose`, so a copy of the database opens none. */
export class Seal {
  private readonly key: Buffer;

  constructor(jwtSecret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, 32));
  }

  close(secret: Uint8Array): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Null where JWT_SECRET has changed since. */
  open(sealed: Buffer): Buffer | null {
    const cipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, ivBytes));
    cipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([cipher.update(sealed.subarray(ivBytes + tagBytes)), cipher.final()]);
    } catch {
      return null;
    }
  }
}

/** Seals the addresses and passwords of the owner's other calendars. */
export const calendarSeal = (jwtSecret: string) => new Seal(jwtSecret, 'voordeur/calendars');
