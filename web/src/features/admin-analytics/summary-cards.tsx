import type { AnalyticsSummary } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Definition } from '../../ui/definition';
import { useZoneName } from '../../ui/instant';
import { ChangeLine } from './change-line';
import { FigurePanel, type FigureView, type RangeProps } from './figure-panel';
import type { Period } from './period';
import { useDays } from './use-days';
import { useFigures } from './use-figures';

interface Props extends RangeProps {
  period: Period;
}

/** A figure of the summary, what it's called, and the sentence that defines it. */
type Figure = [field: keyof AnalyticsSummary, name: MessageKey, definition: MessageKey];

const visits: Figure[] = [
  ['today', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['thisWeek', 'admin.analytics.thisWeek', 'admin.analytics.what.thisWeek'],
  ['thisMonth', 'admin.analytics.thisMonth', 'admin.analytics.what.thisMonth'],
  ['total', 'admin.analytics.total', 'admin.analytics.what.total'],
  ['todayUniqueVisitors', 'admin.analytics.todayUniqueVisitors', 'admin.analytics.what.visitors'],
  ['uniqueVisitors', 'admin.analytics.allVisitors', 'admin.analytics.what.visitors'],
  ['uniqueCountries', 'admin.analytics.allCountries', 'admin.analytics.what.uniqueCountries'],
  ['averageDaily', 'admin.analytics.averageDaily', 'admin.analytics.what.averageDaily'],
];
/** Among the visits where there are some. */
const imported: Figure = ['imported', 'admin.analytics.imported', 'admin.analytics.what.imported'];
const videoViews: Figure[] = [
  ['todayVideoViews', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['weekVideoViews', 'admin.analytics.thisWeek', 'admin.analytics.what.thisWeek'],
  ['monthVideoViews', 'admin.analytics.thisMonth', 'admin.analytics.what.thisMonth'],
  ['totalVideoViews', 'admin.analytics.total', 'admin.analytics.what.total'],
];
const bots: Figure[] = [
  ['todayBots', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['totalBots', 'admin.analytics.total', 'admin.analytics.what.total'],
  ['totalWithBots', 'admin.analytics.totalWithBots', 'admin.analytics.what.totalWithBots'],
];

/**
 * Page views, video views and bots: one big number each, of the range, with the change against the compared days; under it all
 * figures of the summary, which don't depend on the range. Both are of one snapshot.
 */
export function SummaryCards({ range, period }: Props) {
  const text = useText();
  const { figure, percent } = useFigures();
  const { before, summary: now, overall, videoStats } = range;
  const watchedSeconds = videoStats.reduce((seconds, video) => seconds + video.totalWatchTime, 0);
  // An imported day had bots and video views too, but nobody counted them.
  const ownBefore = before?.imported === 0 ? before : undefined;
  const shared = { range, period };
  return (
    <>
      <SummaryCard
        {...shared}
        title={text('admin.analytics.visits')}
        definition={text('admin.analytics.what.visits')}
        file="visits"
        figures={overall.imported > 0 ? [...visits, imported] : visits}
        now={now.total}
        before={before?.total}
        lit
      >
        <p>
          {text('admin.analytics.byVisitors', { visitors: now.uniqueVisitors, average: now.averageDaily })}
        </p>
        {now.imported > 0 && <p>{text('admin.analytics.importedNow', { imported: figure(now.imported) })}</p>}
        {before && before.imported > 0 && (
          <p>{text('admin.analytics.importedBefore', { imported: figure(before.imported) })}</p>
        )}
      </SummaryCard>
      <SummaryCard
        {...shared}
        title={text('admin.analytics.videoViews')}
        definition={text('admin.analytics.what.videoViews')}
        file="video-views"
        figures={videoViews}
        now={now.totalVideoViews}
        before={ownBefore?.totalVideoViews}
      >
        {text('admin.analytics.watchedOnAverage', {
          time: formatWatchTime(watchedSeconds / Math.max(1, now.totalVideoViews)),
        })}
      </SummaryCard>
      <SummaryCard
        {...shared}
        title={text('admin.analytics.bots')}
        definition={text('admin.analytics.what.bots')}
        file="bots"
        figures={bots}
        now={now.totalBots}
        before={ownBefore?.totalBots}
      >
        {text('admin.analytics.shareOfAll', {
          share: percent(now.totalBots / Math.max(1, now.totalWithBots - now.imported)),
        })}
      </SummaryCard>
    </>
  );
}

interface CardProps extends Props, Pick<FigureView, 'title' | 'definition' | 'file'> {
  /** In the order in which they're shown. */
  figures: Figure[];
  now: number;
  before: number | undefined;
  lit?: boolean;
  /** About the big number. */
  children: ReactNode;
}

function SummaryCard({ range, period, figures, now, before, lit, children, ...view }: CardProps) {
  const text = useText();
  const { figure, average } = useFigures();
  const days = useDays();
  const zone = useZoneName();
  const isToday = range.from === range.to && range.to === days.dayOf(range.asOf);
  const rows = Object.entries<number>({ ...range.overall })
    .filter(([what]) => figures.some(([field]) => field === what))
    .map(([what, value]) => ({ what, value }));
  const content = (
    <>
      <p
        className={`mt-2.5 mb-1.5 font-display text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
      >
        {figure(now)}
      </p>
      <ChangeLine
        now={now}
        before={before}
        comparison={period.comparison}
        wholeDay={isToday && range.before ? days.weekday(range.before.from) : undefined}
      />
      <div className="mb-3 text-text-2">{children}</div>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line pt-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(5.2rem,1fr))]">
        {figures.map(([field, title, definition]) => (
          <div key={field} className="flex flex-col justify-between">
            <dt className="text-note text-text-2">
              <Definition term={text(title)}>{text(definition, { zone })}</Definition>
            </dt>
            <dd className="font-display text-[1.0625rem] font-semibold tabular-nums">
              {(field === 'averageDaily' ? average : figure)(range.overall[field])}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
  return <FigurePanel span={4} views={[{ ...view, rows, content }]} />;
}
