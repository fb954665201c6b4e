import type { Analytics, RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Empty } from '../../ui/query-states';
import { useBotsView } from './bots-view';
import { useCountViews } from './count-views';
import { courseOfRange, courseOfSessions, useDaysView } from './days-view';
import { useEditMarks } from './edit-marks';
import { useEditsView } from './edits-view';
import { FigurePanel } from './figure-panel';
import { GoalsPanel } from './goals-panel';
import { useHoursView, useMonthsView } from './months-and-hours';
import { useNewestViews } from './newest-views';
import { isFiltered, ofSessions, searchOf, usePeriod } from './period';
import { NoFigures, SessionsState } from './sessions-state';
import { PeriodPanels } from './period-panels';
import { SummaryCards } from './summary-cards';
import type { Compared } from './use-compared';
import { useDays } from './use-days';
import { useVideosView } from './videos-view';
import { useWeekView } from './week-view';

interface Props {
  analytics: Analytics;
  range: RangeAnalytics;
  /** The range compared with, once it has loaded. */
  rangeBefore: RangeAnalytics | undefined;
  sessions: Compared<SessionAnalytics>;
}

/** All the panels, or why there's nothing to show in them. */
export default function Figures(props: Props) {
  const text = useText();
  const period = usePeriod();
  const { data } = props.sessions.now;
  if (isFiltered(period) && !data) return <SessionsState sessions={props.sessions} />;
  if (isFiltered(period) && data?.totals.sessions === 0)
    return <NoFigures>{text('admin.analytics.filter.noSessions')}</NoFigures>;
  return <Panels {...props} />;
}

/**
 * Panels that don't follow the chosen range say which figures they show; those that can't be filtered are hidden with a
 * filter.
 */
function Panels({ analytics, range, rangeBefore, sessions }: Props) {
  const text = useText();
  const period = usePeriod();
  const filtered = isFiltered(period) ? sessions.now.data : undefined;
  const { isToday } = useDays();
  const isCompared = range.before !== null && !isToday(range);
  const course = filtered ? courseOfSessions(filtered, sessions.before?.data) : courseOfRange(range);
  const { viewOf, map } = useCountViews({
    ...{ days: range, range, rangeBefore, isCompared },
    ...{ sessions: sessions.now.data, sessionsBefore: sessions.before?.data },
    noSessions: <SessionsState sessions={sessions} />,
    noVisits: <NoVisits range={range} />,
  });
  const days = useDaysView({
    course,
    definition: text(filtered ? 'admin.analytics.what.filteredDays' : 'admin.analytics.what.days'),
    marks: useEditMarks(),
  });
  const week = useWeekView({
    course,
    ofSessions: filtered !== undefined,
    caption: range.summary.imported > 0 ? text('admin.analytics.importedNoHours') : undefined,
  });
  const months = useMonthsView(analytics);
  const hours = useHoursView(analytics);
  const newest = useNewestViews(analytics);
  const edits = useEditsView({ note: filtered && text('admin.analytics.filter.notFiltered') });
  const videos = useVideosView({
    figures: filtered ?? range,
    definition: text(filtered ? 'admin.analytics.what.filteredVideos' : 'admin.analytics.what.videos'),
  });
  const bots = useBotsView({
    ...{ range, before: rangeBefore, isCompared },
    note: filtered && text('admin.analytics.filter.notFiltered'),
  });
  return (
    <>
      <div className="grid grid-cols-12 gap-3.5">
        <GoalsPanel search={searchOf(ofSessions(period))} />
        <SummaryCards range={range} sessions={sessions} />
        <PeriodPanels
          course={
            filtered
              ? [days, edits, week, viewOf('hour')]
              : [days, edits, months, week, viewOf('hour'), hours]
          }
          {...{ viewOf, map }}
          videos={filtered ? [videos] : [videos, newest.visitors, newest.videoViews]}
        >
          <FigurePanel
            span={4}
            title={text('admin.analytics.panel.bots')}
            views={filtered ? [bots] : [bots, newest.bots]}
          />
        </PeriodPanels>
      </div>
      {filtered && <p className="mt-3.5 text-note text-text-3">{text('admin.analytics.filter.hidden')}</p>}
    </>
  );
}

/** With a way to the figures there are, if there are some. */
function NoVisits({ range }: Pick<Props, 'range'>) {
  const text = useText();
  const period = usePeriod();
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
