import { cacheAges, type LaunchChecklistAnswer, type LaunchStep } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { adminFetch } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { throwUnlessOk } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { CopyField } from '../../ui/copy-field';
import { Link } from '../../ui/link';
import { FoldedList } from './folded-list';
import { HealthLine } from './health-line';

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

const stepLabels: Record<LaunchStep, { name: MessageKey; what: MessageKey }> = {
  'admin-key': { name: 'admin.launch.key', what: 'admin.launch.keyDo' },
  'legal-texts': { name: 'admin.launch.legal', what: 'admin.launch.legalDo' },
  'lead-delivery': { name: 'admin.launch.delivery', what: 'admin.launch.deliveryDo' },
  sender: { name: 'admin.launch.sender', what: 'admin.launch.senderDo' },
  'owner-address': { name: 'admin.launch.owner', what: 'admin.launch.ownerDo' },
  'example-content': { name: 'admin.launch.example', what: 'admin.launch.exampleDo' },
  calendar: { name: 'admin.launch.calendar', what: 'admin.launch.calendarDo' },
  'public-address': { name: 'admin.launch.public', what: 'admin.launch.publicDo' },
};

/** Steps that the owner takes herself, on a screen. */
const places: Partial<Record<LaunchStep, { to: string; name: MessageKey }>> = {
  'legal-texts': { to: '/admin/site#record', name: 'admin.launch.toSite' },
  'lead-delivery': { to: '/admin/mail', name: 'admin.launch.toMail' },
  sender: { to: '/admin/mail', name: 'admin.launch.toMail' },
  'owner-address': { to: '/admin/site#who', name: 'admin.launch.toSite' },
  'example-content': { to: '/admin/site', name: 'admin.launch.toSite' },
  calendar: { to: '/admin/site#booking', name: 'admin.launch.toSite' },
};

/** Steps that need the server, with the command for each. */
const commands: Partial<Record<LaunchStep, Command>> = {
  'admin-key': { name: 'admin.launch.newKey', command: 'make unlock NEW_KEY=1' },
  'public-address': {
    name: 'admin.launch.address',
    command: `printf 'DOMAIN=example.org\\nACME_EMAIL=you@example.org\\n' >> .env && make up`,
  },
};

interface Command {
  name: MessageKey;
  command: string;
}

/** The steps left before the site is ready for visitors; hidden when all are done, or while they're unknown. At the end of the set-up it's open. */
export function LaunchChecklist({ atEnd = false }: { atEnd?: boolean }) {
  const text = useText();
  const { data } = useQuery<LaunchChecklistAnswer>({
    queryKey: ['/api/admin/launch-checklist'],
    ...readWhenOpened,
  });
  if (!data || data.open.length === 0) return null;
  const items = data.open.map((step) => {
    const { name, what } = stepLabels[step];
    const place = places[step];
    const link = place && { to: place.to, name: text(place.name) };
    return { name: text(name), what: text(what), link };
  });
  const operators = data.open.flatMap((step) => commands[step] ?? []);
  return (
    <FoldedList
      id="launch"
      icon={<span className="lamp-dot transform-none" aria-hidden="true" />}
      title={text('admin.launch.title', { n: data.open.length })}
      items={items}
      startsOpen={atEnd}
    >
      {!atEnd && (
        <p className="border-t border-line py-3.5">
          <Link to="/admin/setup" className="button-link">
            {text('admin.launch.walk')}
          </Link>
        </p>
      )}
      {operators.length > 0 && (
        <section aria-labelledby="operator" className="mb-3.5 border-t border-line pt-3.5">
          <h3 id="operator" className="panel-title">
            {text('admin.launch.operator')}
          </h3>
          <p className="mt-1 mb-3.5 text-text-2">{text('admin.launch.operatorText')}</p>
          <div className="grid gap-3.5 columns:grid-cols-2">
            {operators.map(({ name, command }) => (
              <CopyField key={command} label={text(name)} value={command} />
            ))}
          </div>
        </section>
      )}
    </FoldedList>
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
