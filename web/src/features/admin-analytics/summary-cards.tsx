import type { AnalyticsSummary, RangeAnalytics, RangeName } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Definition } from '../../ui/definition';
import { Download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { ChangeLine } from './change-line';
import { formatWatchTime } from './format-figures';
import { useFigures } from './use-figures';

interface Props {
  summary: AnalyticsSummary;
  range: RangeAnalytics;
  name: RangeName;
  note: string;
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
  const save = (title: string, file: string, figures: Partial<AnalyticsSummary>) => (
    <Download
      title={title}
      name={file}
      rows={() => Object.entries(figures).map(([what, value]) => ({ what, value }))}
    />
  );
  const today = text('admin.analytics.today');
  const week = text('admin.analytics.thisWeek');
  const month = text('admin.analytics.thisMonth');
  const total = text('admin.analytics.total');
  const visits = text('admin.analytics.visits');
  const videoViews = text('admin.analytics.videoViews');
  const bots = text('admin.analytics.bots');
  const { totalVideoViews, todayVideoViews, weekVideoViews, monthVideoViews, ...others } = summary;
  const { totalBots, todayBots, totalWithBots, ...ofVisits } = others;
  return (
    <>
      <Panel
        span={4}
        title={visits}
        definition={text('admin.analytics.what.visits')}
        note={note}
        action={save(visits, 'visits', ofVisits)}
      >
        <Big value={figure(now.total)} lit />
        <ChangeLine now={now.total} before={before?.total} name={name} />
        <p className="text-text-2">
          {text('admin.analytics.byVisitors', {
            visitors: now.uniqueVisitors,
            average: now.averageDaily,
          })}
        </p>
        <Small
          figures={[
            [today, figure(summary.today), text('admin.analytics.what.today')],
            [week, figure(summary.thisWeek), text('admin.analytics.what.thisWeek')],
            [month, figure(summary.thisMonth), text('admin.analytics.what.thisMonth')],
            [total, figure(summary.total), text('admin.analytics.what.total')],
            [
              text('admin.analytics.todayUniqueVisitors'),
              figure(summary.todayUniqueVisitors),
              text('admin.analytics.what.visitors'),
            ],
            [
              text('admin.analytics.allVisitors'),
              figure(summary.uniqueVisitors),
              text('admin.analytics.what.visitors'),
            ],
            [
              text('admin.analytics.allCountries'),
              figure(summary.uniqueCountries),
              text('admin.analytics.what.uniqueCountries'),
            ],
            [
              text('admin.analytics.averageDaily'),
              average(summary.averageDaily),
              text('admin.analytics.what.averageDaily'),
            ],
          ]}
        />
      </Panel>
      <Panel
        span={4}
        title={videoViews}
        definition={text('admin.analytics.what.videoViews')}
        note={note}
        action={save(videoViews, 'video-views', {
          totalVideoViews,
          todayVideoViews,
          weekVideoViews,
          monthVideoViews,
        })}
      >
        <Big value={figure(now.totalVideoViews)} />
        <ChangeLine now={now.totalVideoViews} before={before?.totalVideoViews} name={name} />
        <p className="text-text-2">
          {text('admin.analytics.watchedOnAverage', {
            time: formatWatchTime(watchedSeconds / Math.max(1, now.totalVideoViews)),
          })}
        </p>
        <Small
          figures={[
            [today, figure(todayVideoViews), text('admin.analytics.what.today')],
            [week, figure(weekVideoViews), text('admin.analytics.what.thisWeek')],
            [month, figure(monthVideoViews), text('admin.analytics.what.thisMonth')],
            [total, figure(totalVideoViews), text('admin.analytics.what.total')],
          ]}
        />
      </Panel>
      <Panel
        span={4}
        title={bots}
        definition={text('admin.analytics.what.bots')}
        note={note}
        action={save(bots, 'bots', { totalBots, todayBots, totalWithBots })}
      >
        <Big value={figure(now.totalBots)} />
        <ChangeLine now={now.totalBots} before={before?.totalBots} name={name} />
        <p className="text-text-2">
          {text('admin.analytics.shareOfAll', {
            share: percent(now.totalBots / Math.max(1, now.totalWithBots)),
          })}
        </p>
        <Small
          figures={[
            [today, figure(todayBots), text('admin.analytics.what.today')],
            [total, figure(totalBots), text('admin.analytics.what.total')],
            [
              text('admin.analytics.totalWithBots'),
              figure(totalWithBots),
              text('admin.analytics.what.totalWithBots'),
            ],
          ]}
        />
      </Panel>
    </>
  );
}

function Big({ value, lit = false }: { value: string; lit?: boolean }) {
  return (
    <p
      className={`mt-3 mb-2 font-display text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
    >
      {value}
    </p>
  );
}

function Small({ figures }: { figures: [name: string, value: string, definition: string][] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line pt-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(5.2rem,1fr))]">
      {figures.map(([name, value, definition]) => (
        <div key={name} className="flex flex-col justify-between">
          <dt className="text-note text-text-2">
            <Definition term={name}>{definition}</Definition>
          </dt>
          <dd className="font-display text-[1.0625rem] font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
