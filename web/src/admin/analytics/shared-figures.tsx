import type { VideoStats } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Empty } from '../../ui/query-states';
import { useBotsView } from './bots-view';
import { useCountViews, PeriodPanels } from './count-views';
import { ComparedDays, useDays } from './formats';
import { courseOfRange, courseOfSessions, useDaysView } from './days-view';
import { FigurePanel } from './figure-panel';
import { useFilterLabels } from './filters';
import { FixedPeriod, readPeriod, usePeriod } from './period';
import type { SharedView } from './read-figures';
import { SummaryCard, useFiguresOfSessions } from './summary-cards';
import { useVideosView } from './videos-view';
import { useWeekView } from './time-views';

/** The panels of a link's view, as the owner sees them, but nothing in them leads out of it. */
export default function SharedFigures({ view }: { view: SharedView }) {
  return (
    <FixedPeriod value={readPeriod(new URLSearchParams(view.query))}>
      <div className="sticky-bar mb-4">
        <p className="flex-none text-text-2">
          <ComparedDays {...view.sessions} />
        </p>
        <Filters />
      </div>
      <div className="grid grid-cols-12 gap-3.5">
        <Cards view={view} />
        <Panels view={view} />
      </div>
    </FixedPeriod>
  );
}

function Filters() {
  const text = useText();
  const { filters } = usePeriod();
  const { ofFilter } = useFilterLabels();
  if (filters.length === 0) return null;
  return (
    <ul aria-label={text('admin.analytics.filter.label')} className="sticky-bar-row">
      {filters.map((filter, index) => {
        const [dimension, operator, value] = ofFilter(filter);
        return (
          <li key={index} className="flex-none rounded-control bg-lamp/11 px-3 py-1 text-lamp-hi">
            {dimension} <span className="text-text-2">{operator}</span>{' '}
            <b className="font-semibold">{value}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** Figures of all page views, or of the sessions that match the filters. */
function Cards({ view: { range, rangeBefore, sessions, sessionsBefore } }: { view: SharedView }) {
  const text = useText();
  const describe = useFiguresOfSessions();
  const { visitors, pagesPerSession, lasting } = describe(sessions.totals);
  const { videoStats } = range ?? sessions;
  const watched = viewsOf(videoStats);
  const videosBefore = range ? rangeBefore?.videoStats : sessionsBefore?.videoStats;
  return (
    <>
      <SummaryCard
        span="4-or-6"
        range={sessions}
        title={text('admin.analytics.visits')}
        definition={text('admin.analytics.what.visits')}
        name="visits"
        figures={[visitors, pagesPerSession]}
        now={range?.summary.total ?? sessions.totals.pageViews}
        before={range ? range.before?.total : sessionsBefore?.totals.pageViews}
        lit
      />
      <SummaryCard
        span="4-or-6"
        range={sessions}
        title={text('admin.analytics.sessions')}
        definition={text('admin.analytics.what.sessions')}
        name="sessions"
        figures={lasting}
        now={sessions.totals.sessions}
        before={sessionsBefore?.totals.sessions}
      />
      <SummaryCard
        span={4}
        range={sessions}
        title={text('admin.analytics.videoViews')}
        definition={text('admin.analytics.what.videoViews')}
        name="video-views"
        now={watched}
        before={videosBefore && viewsOf(videosBefore)}
      >
        {text('admin.analytics.watchedOnAverage', {
          time: formatWatchTime(
            videoStats.reduce((sum, video) => sum + video.totalWatchTime, 0) / Math.max(1, watched),
          ),
        })}
      </SummaryCard>
    </>
  );
}

function viewsOf(videoStats: VideoStats[]): number {
  return videoStats.reduce((sum, { views }) => sum + views, 0);
}

function Panels({ view: { range, rangeBefore, sessions, sessionsBefore } }: { view: SharedView }) {
  const text = useText();
  const { isToday } = useDays();
  const isCompared = sessions.before !== null && !isToday(sessions);
  const course = range ? courseOfRange(range) : courseOfSessions(sessions, sessionsBefore ?? undefined);
  const { viewOf, map } = useCountViews({
    ...{ days: sessions, range, rangeBefore: rangeBefore ?? undefined, isCompared },
    ...{ sessions, sessionsBefore: sessionsBefore ?? undefined, noSessions: null },
    noVisits: <Empty>{text('admin.analytics.noVisitsThen')}</Empty>,
  });
  const days = useDaysView({
    course,
    definition: text(range ? 'admin.analytics.what.days' : 'admin.analytics.what.filteredDays'),
  });
  const week = useWeekView({
    course,
    ofSessions: range === null,
    caption: range && range.summary.imported > 0 ? text('admin.analytics.importedNoHours') : undefined,
  });
  const videos = useVideosView({
    figures: range ?? sessions,
    definition: text(range ? 'admin.analytics.what.videos' : 'admin.analytics.what.filteredVideos'),
  });
  return (
    <PeriodPanels course={[days, week, viewOf('hour')]} {...{ viewOf, map }} videos={[videos]}>
      {range && <BotsPanel range={range} before={rangeBefore ?? undefined} isCompared={isCompared} />}
    </PeriodPanels>
  );
}

function BotsPanel(figures: Omit<Parameters<typeof useBotsView>[0], 'note'>) {
  return <FigurePanel span={4} views={[useBotsView({ ...figures, note: undefined })]} />;
}
