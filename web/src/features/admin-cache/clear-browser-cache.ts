import { adminFetch } from '../../lib/admin-api';
import { throwUnlessOk } from '../../lib/http';

/**
 * Empties what this browser cached of the site: its CacheStorage, and by the answer's `Clear-Site-Data: "cache"` the
 * rest. Browsers respect that header over https and on localhost only. The session stays. Throws an HttpError when the
 * api refuses, fetch's own TypeError when it is not reached.
 */
export async function clearBrowserCache(): Promise<void> {
  // Absent on a page without https.
  if ('caches' in window) {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  await throwUnlessOk(await adminFetch('/api/admin/browser-cache/clear', { method: 'POST' }));
}
