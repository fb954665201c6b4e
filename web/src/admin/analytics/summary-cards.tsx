import type {
  AnalyticsSummary,
  Days,
  RangeAnalytics,
  SessionAnalytics,
  SessionTotals,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Definition } from '../../ui/definition';
import { useZoneName } from '../../ui/instant';
import type { PanelSpan } from '../../ui/panel-layout';
import { ChangeLine } from './change';
import { FigurePanel, type FigureView } from './figure-panel';
import { FilterLink } from './filters';
import { isFiltered, usePeriod } from './period';
import { SessionsState, type Compared } from './read-figures';
import { useDays, useFigures } from './formats';

interface Props {
  range: RangeAnalytics;
  sessions: Compared<SessionAnalytics>;
}

/** A figure of the summary, its name, and the sentence that defines it. */
type Overall = [field: keyof AnalyticsSummary, name: MessageKey, definition: MessageKey];

const visits: Overall[] = [
  ['today', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['thisWeek', 'admin.analytics.thisWeek', 'admin.analytics.what.thisWeek'],
  ['thisMonth', 'admin.analytics.thisMonth', 'admin.analytics.what.thisMonth'],
  ['total', 'admin.analytics.total', 'admin.analytics.what.total'],
  ['uniqueCountries', 'admin.analytics.allCountries', 'admin.analytics.what.uniqueCountries'],
  ['averageDaily', 'admin.analytics.averageDaily', 'admin.analytics.what.averageDaily'],
];
/** Among the visits where there are some. */
const imported: Overall = ['imported', 'admin.analytics.imported', 'admin.analytics.what.imported'];
const visitors: Overall[] = [
  ['todayUniqueVisitors', 'admin.analytics.todayUniqueVisitors', 'admin.analytics.what.visitors'],
  ['uniqueVisitors', 'admin.analytics.allVisitors', 'admin.analytics.what.visitors'],
];
const videoViews: Overall[] = [
  ['todayVideoViews', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['weekVideoViews', 'admin.analytics.thisWeek', 'admin.analytics.what.thisWeek'],
  ['monthVideoViews', 'admin.analytics.thisMonth', 'admin.analytics.what.thisMonth'],
  ['totalVideoViews', 'admin.analytics.total', 'admin.analytics.what.total'],
];
const bots: Overall[] = [
  ['todayBots', 'admin.analytics.today', 'admin.analytics.what.today'],
  ['totalBots', 'admin.analytics.total', 'admin.analytics.what.total'],
  ['totalWithBots', 'admin.analytics.totalWithBots', 'admin.analytics.what.totalWithBots'],
];

/** A small figure of a card. */
interface Figure {
  what: string;
  title: MessageKey;
  definition: MessageKey;
  value: number;
  format: (value: number) => ReactNode;
}

/**
 * Page views, sessions, video views and bots: one big number each, of the period, with the change against the compared days.
 * Under it, while nothing is filtered, the figures of the summary, which don't depend on the period; both are of one snapshot.
 */
export function SummaryCards({ range, sessions }: Props) {
  const text = useText();
  const { figure, average, percent } = useFigures();
  const describe = useFiguresOfSessions();
  const filtered = isFiltered(usePeriod());
  const { before, summary: now, overall } = range;
  // An imported day had bots and video views too, but nobody counted them.
  const ownBefore = before?.imported === 0 ? before : undefined;
  const figuresOf = (some: Overall[]): Figure[] =>
    some.map(([field, title, definition]) => ({
      ...{ what: field, title, definition, value: overall[field] },
      format: field === 'averageDaily' ? average : figure,
    }));
  const ofSessions = sessions.now.data;
  const totals = ofSessions?.totals;
  const described = totals && describe(totals);
  const sessionsBefore = sessions.before?.data;
  const isAwaited = sessions.before?.isFetching ?? false;
  const videoStats = filtered ? (ofSessions?.videoStats ?? []) : range.videoStats;
  const watchedSeconds = sumOf(videoStats, 'totalWatchTime');
  const videoViewsNow = filtered ? sumOf(videoStats, 'views') : now.totalVideoViews;
  return (
    <>
      <SummaryCard
        range={range}
        title={text('admin.analytics.visits')}
        definition={text('admin.analytics.what.visits')}
        name="visits"
        figures={
          filtered
            ? described
              ? [described.visitors, described.pagesPerSession]
              : []
            : figuresOf(overall.imported > 0 ? [...visits, imported] : visits)
        }
        now={filtered ? (totals?.pageViews ?? 0) : now.total}
        before={filtered ? sessionsBefore?.totals.pageViews : before?.total}
        isAwaited={filtered && isAwaited}
        lit
      >
        {filtered && ofSessions ? (
          <p>
            {text('admin.analytics.perDay', {
              average: ofSessions.totals.pageViews / ofSessions.dailyStats.length,
            })}
          </p>
        ) : (
          <p>
            {text('admin.analytics.byVisitors', { visitors: now.uniqueVisitors, average: now.averageDaily })}
          </p>
        )}
        {!filtered && now.imported > 0 && (
          <p>{text('admin.analytics.importedNow', { imported: figure(now.imported) })}</p>
        )}
        {!filtered && before && before.imported > 0 && (
          <p>{text('admin.analytics.importedBefore', { imported: figure(before.imported) })}</p>
        )}
      </SummaryCard>
      <SummaryCard
        range={range}
        title={text('admin.analytics.sessions')}
        definition={text('admin.analytics.what.sessions')}
        name="sessions"
        figures={
          filtered
            ? (described?.lasting ?? [])
            : [
                ...(described ? [described.pagesPerSession, ...described.lasting] : []),
                ...figuresOf(visitors),
              ]
        }
        now={totals?.sessions}
        before={sessionsBefore?.totals.sessions}
        isAwaited={isAwaited}
        instead={<SessionsState sessions={sessions} />}
      />
      <SummaryCard
        range={range}
        title={text('admin.analytics.videoViews')}
        definition={text('admin.analytics.what.videoViews')}
        name="video-views"
        figures={filtered ? [] : figuresOf(videoViews)}
        now={videoViewsNow}
        before={
          filtered ? sessionsBefore && sumOf(sessionsBefore.videoStats, 'views') : ownBefore?.totalVideoViews
        }
        isAwaited={filtered && isAwaited}
      >
        {text('admin.analytics.watchedOnAverage', {
          time: formatWatchTime(watchedSeconds / Math.max(1, videoViewsNow)),
        })}
      </SummaryCard>
      <SummaryCard
        range={range}
        title={text('admin.analytics.bots')}
        definition={text('admin.analytics.what.bots')}
        {...(filtered && { note: text('admin.analytics.filter.notFiltered') })}
        name="bots"
        figures={filtered ? [] : figuresOf(bots)}
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

/** Names and explanations of the small figures of sessions. */
const sessionLabels = {
  visitors: ['admin.analytics.uniqueVisitors', 'admin.analytics.what.periodVisitors'],
  pagesPerSession: ['admin.analytics.pagesPerSession', 'admin.analytics.what.pagesPerSession'],
  bounceRate: ['admin.analytics.bounceRate', 'admin.analytics.what.bounceRate'],
  timePerSession: ['admin.analytics.timePerSession', 'admin.analytics.what.timePerSession'],
  suspected: ['admin.analytics.suspected', 'admin.analytics.what.suspected'],
} as const satisfies Record<string, [title: MessageKey, definition: MessageKey]>;

/** The small figures of sessions, by subject. */
export function useFiguresOfSessions() {
  const { figure, average, percent } = useFigures();
  return ({ sessions, visitors: people, bounces, pageViews, seconds, suspected }: SessionTotals) => {
    const each = Math.max(1, sessions);
    const figureOf = (what: keyof typeof sessionLabels, value: number, format: Figure['format']): Figure => {
      const [title, definition] = sessionLabels[what];
      return { what, value, format, title, definition };
    };
    return {
      visitors: figureOf('visitors', people, figure),
      pagesPerSession: figureOf('pagesPerSession', pageViews / each, average),
      lasting: [
        figureOf('bounceRate', bounces / each, percent),
        figureOf('timePerSession', seconds / each, formatWatchTime),
        figureOf('suspected', suspected, (count) => (
          <FilterLink dimension="suspected" value="yes">
            {figure(count)}
          </FilterLink>
        )),
      ],
    };
  };
}

function sumOf<Field extends string>(rows: Record<Field, number>[], field: Field): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

interface CardProps extends Pick<FigureView, 'title' | 'definition' | 'name' | 'note'> {
  range: Days & { before: Days | null; asOf: string };
  /** In the order in which they're shown. */
  figures?: Figure[];
  /** Undefined: it isn't here yet, and `instead` says so. */
  now: number | undefined;
  before: number | undefined;
  isAwaited?: boolean;
  instead?: ReactNode;
  lit?: boolean;
  span?: PanelSpan;
  /** About the big number. */
  children?: ReactNode;
}

export function SummaryCard({
  range,
  figures = [],
  span = 3,
  now,
  before,
  isAwaited,
  instead,
  lit,
  children,
  ...view
}: CardProps) {
  const text = useText();
  const { figure } = useFigures();
  const days = useDays();
  const zone = useZoneName();
  const { comparison } = usePeriod();
  const lead =
    now === undefined ? (
      instead
    ) : (
      <div className="max-phone:pb-3.5 max-phone:text-note">
        <p
          className={`mb-1.5 font-display text-[1.75rem] phone:mt-2.5 phone:text-[2.75rem] leading-none font-semibold tracking-[-.03em] tabular-nums ${lit ? 'text-lamp-hi' : ''}`}
        >
          {figure(now)}
        </p>
        <ChangeLine
          now={now}
          before={before}
          {...(isAwaited !== undefined && { isAwaited })}
          comparison={comparison}
          wholeDay={days.isToday(range) && range.before ? days.weekday(range.before.from) : undefined}
        />
      </div>
    );
  const content = (
    <>
      {now !== undefined && <div className="mb-3 text-text-2">{children}</div>}
      {figures.length > 0 && (
        <dl className="mt-auto grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line pt-3 phone:grid-cols-[repeat(auto-fit,minmax(5.2rem,1fr))]">
          {figures.map(({ what, title, definition, value, format }) => (
            <div key={what} className="flex flex-col justify-between">
              <dt className="text-note text-text-2">
                <Definition term={text(title)}>{text(definition, { zone })}</Definition>
              </dt>
              <dd className="font-display text-panel font-semibold tabular-nums">{format(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
  const rows = [
    ...(now === undefined ? [] : [{ what: 'period', value: now }]),
    ...figures.map(({ what, value }) => ({ what, value })),
  ];
  return <FigurePanel span={span} views={[{ ...view, rows, content }]} lead={lead} />;
}
