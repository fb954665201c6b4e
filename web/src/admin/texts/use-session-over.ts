import { useEffect, useState } from 'react';
import { storageKeys } from '../../config/storage';
import { onUnauthorized } from '../../lib/admin-api';

/** True once the api no longer takes the session, until the owner has logged in again in another tab. */
export function useSessionOver(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.adminToken && newValue !== null) setOver(false);
    };
    addEventListener('storage', follow);
    const stopListening = onUnauthorized(() => setOver(true));
    return () => {
      removeEventListener('storage', follow);
      stopListening();
    };
  }, []);
  return over;
}
