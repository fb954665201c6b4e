import type { HomeAnswer, WeekOfLeads } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText, type TextOf } from '../../i18n/use-text';
import { Figure, ScreenCard } from '../../ui/screen-card';
import { useTranslationsState } from '../texts/pages-state';

type Days = HomeAnswer['days'];

interface YesterdayProps {
  days: Days | undefined;
  /** How many leads of yesterday are in quarantine. */
  heldBack?: number | undefined;
  waits: boolean;
}

/** Yesterday's page views, next to the same weekday a week before, and its leads in quarantine. */
export function YesterdayCard({ days, heldBack, waits }: YesterdayProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const yesterday = days?.at(-1);
  return (
    <ScreenCard to="/admin/analytics" name="admin.dashboard.analytics" waits={waits}>
      {days && !yesterday && <p className="mt-2 text-text-2">{text('admin.dashboard.visitsNone')}</p>}
      {days && yesterday && (
        <>
          <Figure id="admin.dashboard.visitsYesterday" count={yesterday.visitors} />
          <p>{compare(yesterday.visitors, days.at(-8)?.visitors)}</p>
          {days.length > 1 && <Sparkline days={days} />}
        </>
      )}
      {heldBack !== undefined && (
        <p data-held-back className="mt-2 text-text-2">
          {text('admin.dashboard.heldBackYesterday', { count: heldBack })}
        </p>
      )}
    </ScreenCard>
  );

  function compare(now: number, before: number | undefined): string {
    const weekday = formatDate(`${yesterday?.day ?? ''}T12:00Z`, { weekday: 'long', timeZone: 'UTC' });
    if (before === undefined) return text('admin.dashboard.visitsAlone', { weekday });
    if (now === before) return text('admin.dashboard.visitsSame', { weekday });
    const change = { n: Math.abs(now - before), weekday, before };
    return text(now > before ? 'admin.dashboard.visitsMore' : 'admin.dashboard.visitsFewer', change);
  }
}

const [pitch, barWidth, height] = [6, 4, 40];

/** A bar per day. Yesterday is lit; the day that it's compared with is the light one. */
function Sparkline({ days }: { days: Days }) {
  const text = useText();
  const { formatDate } = useIntl();
  const counts = days.map(({ visitors }) => visitors);
  const most = Math.max(...counts);
  const colour = (index: number) =>
    index === days.length - 1 ? 'fill-lamp' : index === days.length - 8 ? 'fill-text-2' : 'fill-bar';
  return (
    <figure className="mt-3">
      <svg
        role="img"
        aria-label={text('admin.dashboard.visitsDays', {
          days: days.length,
          least: Math.min(...counts),
          most,
        })}
        viewBox={`0 0 ${days.length * pitch - (pitch - barWidth)} ${height}`}
        preserveAspectRatio="none"
        className="h-12 w-full border-b border-line"
      >
        {days.map(({ day, visitors }, index) => {
          const tall = most === 0 ? 0 : (visitors / most) * height;
          return (
            <rect
              key={day}
              x={index * pitch}
              y={height - tall}
              width={barWidth}
              height={tall}
              className={colour(index)}
            />
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-note text-text-3" aria-hidden="true">
        <span>
          {formatDate(`${days[0]?.day ?? ''}T12:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' })}
        </span>
        <span>{text('admin.dashboard.yesterday')}</span>
      </figcaption>
    </figure>
  );
}

/** How many leads came this week, and where most of them came from. */
export function WeekCard({ week, waits }: { week: WeekOfLeads | undefined; waits: boolean }) {
  const text = useText();
  return (
    <ScreenCard to="/admin/leads?box=all" name="admin.dashboard.leads" waits={waits}>
      {week && (
        <>
          <Figure id="admin.dashboard.leadsWeek" count={week.thisWeek} />
          {week.thisWeek > 0 && <p>{describeBest(week, text)}</p>}
          <p className="text-text-3">{text('admin.dashboard.leadsLastWeek', { count: week.lastWeek })}</p>
        </>
      )}
    </ScreenCard>
  );
}

function describeBest({ thisWeek, best }: WeekOfLeads, text: TextOf): string {
  if (!best) return text('admin.dashboard.leadsUnclear');
  const { source, leads: count } = best;
  const areAll = count === thisWeek;
  if (source === null)
    return text(areAll ? 'admin.dashboard.leadsAllDirect' : 'admin.dashboard.leadsSomeDirect', { count });
  return text(areAll ? 'admin.dashboard.leadsAllFrom' : 'admin.dashboard.leadsSomeFrom', { count, source });
}

const pagesLabels = {
  current: 'admin.dashboard.pagesCurrent',
  rendering: 'admin.dashboard.pagesRendering',
  failed: 'admin.dashboard.pagesFailed',
} as const;

/** Whether visitors' pages have the saved texts. */
export function PagesCard() {
  const text = useText();
  const { data } = useTranslationsState();
  const status = data?.pages.status;
  return (
    <ScreenCard to="/admin/translations" name="admin.dashboard.translations">
      <p className={`mt-1 min-h-6 ${status === 'failed' ? 'text-alarm' : 'text-text-2'}`}>
        {status && text(pagesLabels[status])}
      </p>
    </ScreenCard>
  );
}
