import type { Analytics, RangeAnalytics, RangeName } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Empty } from '../../ui/query-states';
import { BotsPanel } from './bots-panel';
import { CountPanels } from './count-panels';
import { DaysPanel } from './days-panel';
import { HoursPanel, MonthsPanel } from './period-panels';
import { rangeTexts } from './range-picker';
import { RecentPanels } from './recent-panels';
import { SummaryCards } from './summary-cards';
import { VideosPanel } from './videos-panel';
import { Link } from '../../ui/link';

interface Props {
  analytics: Analytics;
  range: RangeAnalytics;
  name: RangeName;
}

/**
 * First what follows the range, then what doesn't. For today, the hours take the place of the days: a chart of one day
 * would say nothing.
 */
export function Figures({ analytics, range, name }: Props) {
  const text = useText();
  const note = text(rangeTexts[name].long);
  const elsewhere = range.summary.total === 0 && analytics.summary.total > 0;
  const noVisits = (
    <div className="grid justify-items-center">
      <Empty>{text(elsewhere ? 'admin.analytics.noVisitsThen' : 'admin.analytics.noVisits')}</Empty>
      {elsewhere && (
        <Link to="?range=all" className="button-link">
          {text('admin.analytics.showAllTime')}
        </Link>
      )}
    </div>
  );
  return (
    <>
      <div className="grid grid-cols-12 gap-3.5">
        <SummaryCards summary={analytics.summary} range={range} name={name} note={note} />
        {name === 'today' ? (
          <HoursPanel hourlyStats={analytics.hourlyStats} asOf={analytics.asOf} span={8} />
        ) : (
          <DaysPanel range={range} note={note} />
        )}
        <CountPanels range={range} note={note} noVisits={noVisits} />
        <VideosPanel range={range} note={note} />
        <BotsPanel range={range} note={note} />
      </div>
      <h2 className="mt-10 mb-1 text-h3">{text('admin.analytics.fixed')}</h2>
      <p className="mb-5 text-text-2">{text('admin.analytics.fixedText')}</p>
      <div className="grid grid-cols-12 gap-3.5">
        <MonthsPanel monthlyStats={analytics.monthlyStats} span={name === 'today' ? 12 : 8} />
        {name !== 'today' && (
          <HoursPanel hourlyStats={analytics.hourlyStats} asOf={analytics.asOf} span={4} />
        )}
        <RecentPanels analytics={analytics} />
      </div>
    </>
  );
}
