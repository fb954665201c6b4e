import { cacheAges } from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { adminFetch } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { throwUnlessOk } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { HealthLine } from './health-line';
import { LaunchChecklist } from './launch-checklist';

/** The admin's home below the owner's day, in a file of its own: the server, the launch checklist, the cache. */
export default function HomeFoot() {
  return (
    <div className="mt-3.5 grid gap-3.5">
      <HealthLine />
      <LaunchChecklist />
      <CacheLine />
    </div>
  );
}

/** Kept in the history entry, so that it survives the reload. */
interface Cleared {
  cacheCleared?: true;
}

/** Clears the browser's cache, and shows how long files stay in it otherwise. */
export function CacheLine() {
  const text = useText();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as Location<Cleared | null>;
  const clear = useAdminCall({
    run: clearBrowserCache,
    failed: text('admin.cache.failed'),
    invalidates: 'nothing',
    onDone: () => {
      void navigate(pathname, { replace: true, state: { cacheCleared: true } satisfies Cleared });
      location.reload();
    },
  });
  const busy = clear.isPending || clear.isSuccess;

  useEffect(() => {
    // While busy, the reload is still to come.
    if (!state?.cacheCleared || busy) return;
    showToast({ title: text('admin.cache.clearedTitle'), text: text('admin.cache.clearedText') });
    void navigate(pathname, { replace: true, state: null });
  }, [state, busy, pathname, navigate, text]);

  return (
    <section
      aria-labelledby="cache"
      className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-note text-text-3"
    >
      <h2 id="cache" className="font-body text-note font-semibold tracking-normal text-text-2">
        {text('admin.cache.title')}
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Age name={text('admin.cache.media')} seconds={cacheAges.mediaSeconds} />
        <Age name={text('admin.cache.code')} seconds={cacheAges.codeSeconds} />
        <Age name={text('admin.cache.other')} seconds={cacheAges.otherSeconds} />
      </dl>
      <button
        type="button"
        className="button-link text-text-2 columns:ml-auto"
        aria-describedby="cache-text"
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : () => clear.mutate()}
      >
        {text(busy ? 'admin.cache.clearing' : 'admin.cache.clear')}
      </button>
      <p id="cache-text" className="w-full">
        {text('admin.cache.text')}
      </p>
    </section>
  );
}

function Age({ name, seconds }: { name: string; seconds: number }) {
  const { formatNumber } = useIntl();
  const [value, unit] = seconds % 86_400 === 0 ? [seconds / 86_400, 'day'] : [seconds / 3_600, 'hour'];
  return (
    <div className="flex gap-x-1.5">
      <dt>{name}</dt>
      <dd className="text-text-2 tabular-nums">
        {formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })}
      </dd>
    </div>
  );
}

/**
 * Empties this browser's caches of the site: its CacheStorage, and by the answer's `Clear-Site-Data: "cache"` the rest.
 * Browsers respect that header over https and on localhost only. The session stays. Throws an HttpError when the api
 * refuses, fetch's own TypeError when it is not reached.
 */
async function clearBrowserCache(): Promise<void> {
  // Absent on a page without https.
  if ('caches' in window) {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  await throwUnlessOk(await adminFetch('/api/admin/browser-cache/clear', { method: 'POST' }));
}
