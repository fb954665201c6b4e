import type { AnalyticsSummary } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/panel';

/** All summary figures: one big number for each of visits, video views and bots, the others in a row under it. */
export function SummaryCards({ summary }: { summary: AnalyticsSummary }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const average = formatNumber(summary.averageDaily, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const today = text('admin.analytics.today');
  const week = text('admin.analytics.thisWeek');
  const month = text('admin.analytics.thisMonth');
  return (
    <>
      <Panel
        span={4}
        title={text('admin.analytics.visits')}
        note={text('admin.analytics.averageDaily', { average })}
      >
        <Figures
          big={summary.total}
          lit
          small={[
            [today, summary.today],
            [week, summary.thisWeek],
            [month, summary.thisMonth],
            [text('admin.analytics.uniqueCountries'), summary.uniqueCountries],
            [text('admin.analytics.uniqueVisitors'), summary.uniqueVisitors],
            [text('admin.analytics.todayUniqueVisitors'), summary.todayUniqueVisitors],
          ]}
        />
      </Panel>
      <Panel
        span={4}
        title={text('admin.analytics.videoViews')}
        note={text('admin.analytics.videoViewsNote')}
      >
        <Figures
          big={summary.totalVideoViews}
          small={[
            [today, summary.todayVideoViews],
            [week, summary.weekVideoViews],
            [month, summary.monthVideoViews],
          ]}
        />
      </Panel>
      <Panel span={4} title={text('admin.analytics.bots')} note={text('admin.analytics.botsNote')}>
        <Figures
          big={summary.totalBots}
          small={[
            [today, summary.todayBots],
            [text('admin.analytics.totalWithBots'), summary.totalWithBots],
          ]}
        />
      </Panel>
    </>
  );
}

interface FiguresProps {
  big: number;
  lit?: boolean;
  small: [name: string, value: number][];
}

function Figures({ big, lit = false, small }: FiguresProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  return (
    <dl className="mt-3">
      <div>
        <dt className="sr-only">{text('admin.analytics.total')}</dt>
        <dd
          className={`mb-4 font-display text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
        >
          {formatNumber(big)}
        </dd>
      </div>
      <div className="grid grid-cols-3 gap-x-3 gap-y-2.5 border-t border-line pt-3">
        {small.map(([name, value]) => (
          <div key={name}>
            <dt className="text-note text-text-2">{name}</dt>
            <dd className="font-display text-[1.0625rem] font-semibold tabular-nums">
              {formatNumber(value)}
            </dd>
          </div>
        ))}
      </div>
    </dl>
  );
}
