import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const saltBytes = 16;
const hashBytes = 32;
/** At Node's own cost: 16 MB. Anyone who can guess at a stored hash already has the figures that it guards. */
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Salt and hash of a password, as they're stored. */
export async function hashPassword(password: string): Promise<Buffer> {
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, await derive(password.normalize(), salt, hashBytes)]);
}

export async function isPassword(password: string, stored: Buffer): Promise<boolean> {
  const salt = stored.subarray(0, saltBytes);
  return timingSafeEqual(await derive(password.normalize(), salt, hashBytes), stored.subarray(saltBytes));
}
