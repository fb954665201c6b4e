import type { Analytics, RangeAnalytics } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Empty } from '../../ui/query-states';
import { useBotsView } from './bots-view';
import { useCountViews } from './count-views';
import { useDaysView } from './days-view';
import { FigurePanel } from './figure-panel';
import { useHoursView, useMonthsView } from './months-and-hours';
import { useNewestViews } from './newest-views';
import { searchOf, type Period } from './period';
import { SummaryCards } from './summary-cards';
import { useVideosView } from './videos-view';
import { useWeekView } from './week-view';

interface Props {
  analytics: Analytics;
  range: RangeAnalytics;
  period: Period;
}

/** All the panels. What doesn't follow the chosen range says which figures it shows. */
export default function Figures({ analytics, range, period }: Props) {
  const text = useText();
  const counts = useCountViews({ range, noVisits: <NoVisits range={range} period={period} /> });
  return (
    <div className="grid grid-cols-12 gap-3.5">
      <SummaryCards range={range} period={period} />
      <FigurePanel
        span={8}
        title={text('admin.analytics.panel.course')}
        views={[useDaysView({ range }), useMonthsView(analytics)]}
      />
      <FigurePanel
        span={4}
        title={text('admin.analytics.panel.times')}
        views={[useHoursView(analytics), useWeekView({ range })]}
      />
      <FigurePanel span={4} title={text('admin.analytics.panel.sources')} views={counts.sources} />
      <FigurePanel span={4} title={text('admin.analytics.panel.pages')} views={counts.pages} />
      <FigurePanel span={4} title={text('admin.analytics.panel.places')} views={counts.places} />
      <FigurePanel span={8} views={[useVideosView({ range })]} />
      <FigurePanel span={4} views={[useBotsView({ range })]} />
      <FigurePanel span={12} title={text('admin.analytics.panel.newest')} views={useNewestViews(analytics)} />
    </div>
  );
}

/** With a way to the figures there are, if there are some. */
function NoVisits({ range, period }: Omit<Props, 'analytics'>) {
  const text = useText();
  const elsewhere = range.summary.total === 0 && range.overall.total > 0;
  return (
    <div className="grid justify-items-center">
      <Empty>{text(elsewhere ? 'admin.analytics.noVisitsThen' : 'admin.analytics.noVisits')}</Empty>
      {elsewhere && (
        <Link to={searchOf({ ...period, range: 'all' })} className="button-link">
          {text('admin.analytics.showAllTime')}
        </Link>
      )}
    </div>
  );
}
