import { readStored, removeStored, store, storageKeys } from '../../config/storage';

/** The token of the open session, or null. Sweeps out the key that an earlier version kept. */
export function readToken(): string | null {
  removeStored(storageKeys.legacyAdminKey);
  return readStored(storageKeys.adminToken);
}

export function keepToken(token: string): void {
  store(storageKeys.adminToken, token);
}

export function forgetToken(): void {
  removeStored(storageKeys.legacyAdminKey);
  removeStored(storageKeys.adminToken);
}
