import type { AnalyticsSummary, RangeName } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
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

/**
 * Visits, video views and bots: one big number each, of the range, with the change against the days before; under it
 * all figures of the summary, which don't depend on the range.
 */
export function SummaryCards({ summary, range, name, note }: Props) {
  const text = useText();
  const { figure, average, percent } = useFigures();
  const { before, summary: now, videoStats } = range;
  const watchedSeconds = videoStats.reduce((seconds, video) => seconds + video.totalWatchTime, 0);
  const { totalVideoViews, todayVideoViews, weekVideoViews, monthVideoViews, ...others } = summary;
  const { totalBots, todayBots, totalWithBots, ...visits } = others;
  const today = (value: number) =>
    ['admin.analytics.today', figure(value), 'admin.analytics.what.today'] as const;
  const week = (value: number) =>
    ['admin.analytics.thisWeek', figure(value), 'admin.analytics.what.thisWeek'] as const;
  const month = (value: number) =>
    ['admin.analytics.thisMonth', figure(value), 'admin.analytics.what.thisMonth'] as const;
  const total = (value: number) =>
    ['admin.analytics.total', figure(value), 'admin.analytics.what.total'] as const;
  return (
    <>
      <SummaryCard
        title={text('admin.analytics.visits')}
        definition={text('admin.analytics.what.visits')}
        note={note}
        file="visits"
        saved={visits}
        now={now.total}
        before={before?.total}
        name={name}
        lit
        figures={[
          today(summary.today),
          week(summary.thisWeek),
          month(summary.thisMonth),
          total(summary.total),
          [
            'admin.analytics.todayUniqueVisitors',
            figure(summary.todayUniqueVisitors),
            'admin.analytics.what.visitors',
          ],
          ['admin.analytics.allVisitors', figure(summary.uniqueVisitors), 'admin.analytics.what.visitors'],
          [
            'admin.analytics.allCountries',
            figure(summary.uniqueCountries),
            'admin.analytics.what.uniqueCountries',
          ],
          [
            'admin.analytics.averageDaily',
            average(summary.averageDaily),
            'admin.analytics.what.averageDaily',
          ],
        ]}
      >
        {text('admin.analytics.byVisitors', { visitors: now.uniqueVisitors, average: now.averageDaily })}
      </SummaryCard>
      <SummaryCard
        title={text('admin.analytics.videoViews')}
        definition={text('admin.analytics.what.videoViews')}
        note={note}
        file="video-views"
        saved={{ totalVideoViews, todayVideoViews, weekVideoViews, monthVideoViews }}
        now={now.totalVideoViews}
        before={before?.totalVideoViews}
        name={name}
        figures={[
          today(todayVideoViews),
          week(weekVideoViews),
          month(monthVideoViews),
          total(totalVideoViews),
        ]}
      >
        {text('admin.analytics.watchedOnAverage', {
          time: formatWatchTime(watchedSeconds / Math.max(1, now.totalVideoViews)),
        })}
      </SummaryCard>
      <SummaryCard
        title={text('admin.analytics.bots')}
        definition={text('admin.analytics.what.bots')}
        note={note}
        file="bots"
        saved={{ totalBots, todayBots, totalWithBots }}
        now={now.totalBots}
        before={before?.totalBots}
        name={name}
        figures={[
          today(todayBots),
          total(totalBots),
          ['admin.analytics.totalWithBots', figure(totalWithBots), 'admin.analytics.what.totalWithBots'],
        ]}
      >
        {text('admin.analytics.shareOfAll', {
          share: percent(now.totalBots / Math.max(1, now.totalWithBots)),
        })}
      </SummaryCard>
    </>
  );
}

interface CardProps extends Pick<FigurePanelProps, 'title' | 'definition' | 'note' | 'file'> {
  /** The figures of the downloaded file. */
  saved: Partial<AnalyticsSummary>;
  now: number;
  before: number | undefined;
  name: RangeName;
  lit?: boolean;
  /** One sentence about the big number. */
  children: string;
  figures: (readonly [name: MessageKey, value: string, definition: MessageKey])[];
}

function SummaryCard({ saved, now, before, name, lit, children, figures, ...panel }: CardProps) {
  const text = useText();
  const { figure } = useFigures();
  const zone = useZoneName();
  const rows = Object.entries(saved).map(([what, value]) => ({ what, value }));
  return (
    <FigurePanel span={4} rows={rows} {...panel}>
      <p
        className={`mt-3 mb-2 font-display text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
      >
        {figure(now)}
      </p>
      <ChangeLine now={now} before={before} name={name} />
      <p className="text-text-2">{children}</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line pt-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(5.2rem,1fr))]">
        {figures.map(([key, value, definition]) => (
          <div key={key} className="flex flex-col justify-between">
            <dt className="text-note text-text-2">
              <Definition term={text(key)}>{text(definition, { zone })}</Definition>
            </dt>
            <dd className="font-display text-[1.0625rem] font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </FigurePanel>
  );
}
