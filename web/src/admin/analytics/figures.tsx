import type { Analytics, RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Empty, NotFetched, Skeleton } from '../../ui/query-states';
import { useBotsView } from './bots-view';
import { useNewestViews } from './newest-views';
import { useCountViews, PeriodPanels } from './count-views';
import { courseOfRange, courseOfSessions, useDaysView } from './days-view';
import { useEditMarks, type Change, useEdits } from './edits';
import { FigurePanel, type FigureView } from './figure-panel';
import { useDays } from './formats';
import { GoalsPanel } from './goals-panel';
import { useHoursView, useMonthsView, useWeekView } from './time-views';
import { NowPanel } from './now-panel';
import { laterSpans, PanelSkeletons } from './panel-skeletons';
import { isFiltered, ofSessions, searchOf, usePeriod } from './period';
import { NoFigures, SessionsState, type Compared } from './read-figures';
import { SummaryCards } from './summary-cards';
import { useVideosView } from './videos-view';

const EditList = lazy(() => import('./edit-list'));

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

/** The cards, and in a second pass the panels below them: those take ten times as long to draw, and keep nobody waiting. */
function Panels(props: Props) {
  const text = useText();
  const isSecondPass = useDeferredValue(true, false);
  const filtered = isFiltered(usePeriod()) && props.sessions.now.data;
  return (
    <>
      <div className="grid grid-cols-12 gap-3.5">
        <SummaryCards {...props} />
        {isSecondPass ? <LaterPanels {...props} /> : <PanelSkeletons spans={laterSpans} />}
      </div>
      {filtered && <p className="mt-3.5 text-note text-text-3">{text('admin.analytics.filter.hidden')}</p>}
    </>
  );
}

/**
 * Panels that don't follow the chosen range say which figures they show; those that can't be filtered are hidden with a
 * filter.
 */
function LaterPanels({ analytics, range, rangeBefore, sessions }: Props) {
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
      <PeriodPanels
        course={
          filtered ? [days, edits, week, viewOf('hour')] : [days, edits, months, week, viewOf('hour'), hours]
        }
        {...{ viewOf, map }}
        live={<NowPanel />}
        videos={filtered ? [videos] : [videos, newest.visitors, newest.videoViews]}
      >
        <FigurePanel
          span={4}
          title={text('admin.analytics.panel.bots')}
          views={filtered ? [bots] : [bots, newest.bots]}
        />
      </PeriodPanels>
      <GoalsPanel search={searchOf(ofSessions(period))} />
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

/** The edits of the texts, and their effects. */
export function useEditsView({ note }: { note?: string | undefined }): FigureView {
  const text = useText();
  const edits = useEdits();
  const { data } = edits;
  return {
    title: text('admin.analytics.edits.title'),
    definition: text('admin.analytics.edits.what'),
    note,
    name: 'edits',
    ...(data && { days: { from: data.from, to: data.to } }),
    rows: data?.changes.map(rowOf) ?? [],
    empty: data && text('admin.analytics.edits.none'),
    content: data ? (
      <Suspense fallback={<Skeleton className="mt-4 min-h-52 flex-1" />}>
        <EditList changes={data.changes} />
      </Suspense>
    ) : edits.isFetching ? (
      <Skeleton className="mt-4 min-h-52 flex-1" />
    ) : (
      <NotFetched onRetry={() => void edits.refetch()}>{text('admin.analytics.failed')}</NotFetched>
    ),
  };
}

/** A row of the downloaded file. */
function rowOf({ from, place, language, texts, effect }: Change): object {
  return {
    ...{ at: from, place, language, texts: texts.map(({ key }) => key).join(' ') },
    sessionsBefore: effect?.before.sessions,
    leadsBefore: effect?.before.leads,
    sessionsAfter: effect?.after.sessions,
    leadsAfter: effect?.after.leads,
    ...{ low: effect?.low, high: effect?.high, verdict: effect?.verdict },
  };
}
