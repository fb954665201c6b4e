import type { AnalyticsSummary, RangeName } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Definition } from '../../ui/definition';
import { useZoneName } from '../../ui/instant';
import { ChangeLine } from './change-line';
import { FigurePanel, type FigurePanelProps, type RangePanelProps } from './figure-panel';
import { useFigures } from './use-figures';

interface Props extends RangePanelProps {
  summary: AnalyticsSummary;
  name: RangeName;
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
 * Visits, video views and bots: one big number each, of the range, with the change against the days before; under it
 * all figures of the summary, which don't depend on the range.
 */
export function SummaryCards({ summary, range, name, note }: Props) {
  const text = useText();
  const { figure, percent } = useFigures();
  const { before, summary: now, videoStats } = range;
  const watchedSeconds = videoStats.reduce((seconds, video) => seconds + video.totalWatchTime, 0);
  // An imported day had bots and video views too, but nobody counted them.
  const ownBefore = before?.imported === 0 ? before : undefined;
  const shared = { summary, note, name };
  return (
    <>
      <SummaryCard
        {...shared}
        title={text('admin.analytics.visits')}
        definition={text('admin.analytics.what.visits')}
        file="visits"
        figures={summary.imported > 0 ? [...visits, imported] : visits}
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

interface CardProps extends Pick<FigurePanelProps, 'title' | 'definition' | 'note' | 'file'> {
  summary: AnalyticsSummary;
  /** In the order in which they're shown. */
  figures: Figure[];
  now: number;
  before: number | undefined;
  name: RangeName;
  lit?: boolean;
  /** About the big number. */
  children: ReactNode;
}

function SummaryCard({ summary, figures, now, before, name, lit, children, ...panel }: CardProps) {
  const text = useText();
  const { figure, average } = useFigures();
  const zone = useZoneName();
  const rows = Object.entries<number>({ ...summary })
    .filter(([what]) => figures.some(([field]) => field === what))
    .map(([what, value]) => ({ what, value }));
  return (
    <FigurePanel span={4} rows={rows} {...panel}>
      <p
        className={`mt-3 mb-2 font-display text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
      >
        {figure(now)}
      </p>
      <ChangeLine now={now} before={before} name={name} />
      <div className="text-text-2">{children}</div>
      <dl className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line pt-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(5.2rem,1fr))]">
        {figures.map(([field, title, definition]) => (
          <div key={field} className="flex flex-col justify-between">
            <dt className="text-note text-text-2">
              <Definition term={text(title)}>{text(definition, { zone })}</Definition>
            </dt>
            <dd className="font-display text-[1.0625rem] font-semibold tabular-nums">
              {(field === 'averageDaily' ? average : figure)(summary[field])}
            </dd>
          </div>
        ))}
      </dl>
    </FigurePanel>
  );
}
