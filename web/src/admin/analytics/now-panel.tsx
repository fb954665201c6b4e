import type { PeopleNow, PersonNow } from '@voordeur/contracts/http';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { followAdminEvents } from '../../lib/follow-admin-events';
import { formatWatchTime } from '../../lib/format';
import { FoldedPanel } from '../../ui/panel';
import { useIsFolded } from '../../ui/panel-layout';
import { useFilterLabels } from './filters';
import { useScrollStop } from '../../lib/use-scroll-stop';

/** People on the site, live. As high with many people as with none, so nothing below it moves. */
export function NowPanel() {
  const text = useText();
  const id = useId();
  const seen = usePeopleNow();
  const { now, failed } = seen;
  const title = text('admin.analytics.now.title');
  // Only this is announced: the list changes with each page that somebody opens.
  const count = (
    <p className="min-h-10" aria-live="polite" aria-atomic="true">
      {now && !failed && <Count count={now.count} />}
    </p>
  );
  const list = <List {...seen} />;
  if (useIsFolded())
    return (
      <FoldedPanel {...{ id, title }} span={12} value={count}>
        <p className="text-note text-text-3">{text('admin.analytics.now.minutes')}</p>
        {list}
      </FoldedPanel>
    );
  return (
    <section
      aria-labelledby={id}
      className="col-span-12 grid gap-x-8 gap-y-3 rounded-control border border-line bg-street px-panel py-3.5 columns:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 columns:block">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {count}
        <p className="text-note text-text-3">{text('admin.analytics.now.minutes')}</p>
      </div>
      {list}
    </section>
  );
}

function List({ now, failed }: Seen) {
  const text = useText();
  return (
    <div
      {...useScrollStop<HTMLDivElement>()}
      role="group"
      aria-label={text('admin.analytics.now.title')}
      className="h-28 overflow-y-auto columns:h-22"
    >
      {failed || !now || now.count === 0 ? (
        <p className="grid h-full place-items-center text-center text-text-2">
          {text(
            failed
              ? 'admin.analytics.now.failed'
              : now
                ? 'admin.analytics.now.nobody'
                : 'admin.analytics.now.looking',
          )}
        </p>
      ) : (
        <ul className="pb-3">
          {/* They come in the order of their arrival, and have no name of their own. */}
          {now.people.map((person, index) => (
            <Person key={index} person={person} />
          ))}
          {now.count > now.people.length && (
            <li className="py-1 text-text-3">
              {text('admin.analytics.now.others', { count: now.count - now.people.length })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

interface Seen {
  now?: PeopleNow;
  failed: boolean;
}

function usePeopleNow() {
  const [seen, setSeen] = useState<Seen>({ failed: false });
  useEffect(
    () =>
      followAdminEvents<PeopleNow>({
        path: '/api/admin/analytics/now',
        onEvent: (now) => setSeen({ now, failed: false }),
        onFailure: () => setSeen({ failed: true }),
      }),
    [],
  );
  return seen;
}

function Count({ count }: { count: number }) {
  const colour = count > 0 ? 'text-lamp-hi' : 'text-text';
  return (
    <FormattedMessage
      id="admin.analytics.now.count"
      values={{
        count,
        n: (digits: ReactNode) => (
          <span className={`font-display text-screen leading-10 font-semibold tabular-nums ${colour}`}>
            {digits}
          </span>
        ),
      }}
    />
  );
}

/** The page or video they look at, how they came, and from where. */
function Person({ person: { page, video, referrerHost, campaign, country } }: { person: PersonNow }) {
  const text = useText();
  const { ofValue } = useFilterLabels();
  const { formatDisplayName } = useIntl();
  const came = [
    referrerHost !== null && text('admin.analytics.now.from', { host: ofValue('referrer', referrerHost) }),
    campaign !== null && text('admin.analytics.now.campaign', { campaign: ofValue('campaign', campaign) }),
  ].filter((way) => way !== false);
  const what = video
    ? text('admin.analytics.now.watching', {
        title: video.title,
        time: formatWatchTime(video.watchedSeconds),
      })
    : page === null
      ? text('admin.analytics.now.noPage')
      : ofValue('page', page);
  return (
    <li className="grid grid-cols-2 gap-x-5 border-t border-line py-1 first:border-0 phone:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <span className="col-span-2 truncate phone:col-span-1" title={what}>
        {what}
      </span>
      <span className="truncate text-text-2">
        {came.length > 0 ? came.join(', ') : text('admin.analytics.direct')}
      </span>
      <span className="truncate text-right text-text-2">
        {country !== 'ZZ' && formatDisplayName(country, { type: 'region' })}
      </span>
    </li>
  );
}
