import type {
  BotClass,
  BotReason,
  RangeFigures,
  Analytics,
  RecentVisitor,
  VideoStats,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { formatWatchTime, hostOf } from '../../lib/format';
import { Table, type Column } from '../../ui/table';
import { RowChange } from './change';
import { Bar } from './count-table';
import type { FigureView, RangeProps } from './figure-panel';
import { FilterLink, botLabels, useFilterLabels } from './filters';
import { useFigures, formatPlace, labelReferer, type RefererLabel, useDays } from './formats';
import { ofBots, usePeriod } from './period';

const reasonTexts: Record<BotReason, MessageKey> = {
  'user-agent': 'admin.analytics.reasonUserAgent',
  'no-agent': 'admin.analytics.reasonNoAgent',
  headless: 'admin.analytics.reasonHeadless',
  probe: 'admin.analytics.reasonProbe',
};

interface BotsViewProps extends RangeProps {
  before: RangeFigures | undefined;
  /** Names these bots, where the filters aren't about them. */
  note: string | undefined;
  isCompared: boolean;
}

/** Kinds of bots, and how they were detected. */
export function useBotsView({ range, note, ...compared }: BotsViewProps): FigureView {
  const text = useText();
  const { filters } = ofBots(usePeriod());
  return {
    title: text('admin.analytics.botsByClass'),
    definition: text('admin.analytics.what.botsByClass'),
    ...(note !== undefined && { note }),
    name: 'bots',
    days: { from: range.from, to: range.to },
    filters,
    rows: range.botStats,
    empty: text('admin.analytics.noBots'),
    content: <Kinds range={range} {...compared} />,
  };
}

function Kinds({ range, before, isCompared }: Omit<BotsViewProps, 'note'>) {
  const text = useText();
  const { figure, share } = useFigures();
  const kinds = byClass(range.botStats);
  const botsBefore =
    before && new Map(byClass(before.botStats).map(({ botClass, bots }) => [botClass, bots]));
  const most = Math.max(1, ...kinds.map(({ bots }) => bots));
  return (
    <ul className="mt-3.5 grid gap-2.5">
      {kinds.map(({ botClass, bots, reasons }) => (
        <li key={botClass}>
          <p className="flex gap-3">
            <span className="mr-auto">
              <FilterLink dimension="bot" value={botClass}>
                {text(botLabels[botClass])}
              </FilterLink>
            </span>
            <span className="tabular-nums">{figure(bots)}</span>
            <span className="min-w-9 text-right text-text-2 tabular-nums">
              {share(bots / Math.max(1, range.summary.totalBots))}
            </span>
            {isCompared && (
              <span className="min-w-12 text-right text-text-2 tabular-nums">
                <RowChange count={bots} before={botsBefore && (botsBefore.get(botClass) ?? 0)} />
              </span>
            )}
          </p>
          <div className="my-1">
            <Bar share={bots / most} />
          </div>
          <p className="text-note text-text-3">
            {reasons.map(({ reason, bots: count }) => (
              <span key={reason} className="mr-3 inline-block">
                {text(reasonTexts[reason])} <span className="tabular-nums">{figure(count)}</span>
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface Kind {
  botClass: BotClass;
  bots: number;
  reasons: { reason: BotReason; bots: number }[];
}

function byClass(stats: RangeFigures['botStats']): Kind[] {
  const kinds = new Map<BotClass, Kind>();
  for (const { botClass, reason, bots } of stats) {
    const kind = kinds.get(botClass) ?? { botClass, bots: 0, reasons: [] };
    kind.bots += bots;
    kind.reasons.push({ reason, bots });
    kinds.set(botClass, kind);
  }
  return [...kinds.values()].sort((a, b) => b.bots - a.bots);
}

const refererTexts: Record<RefererLabel, MessageKey> = {
  direct: 'admin.analytics.direct',
  internal: 'admin.analytics.internal',
  external: 'admin.analytics.external',
};

/** Columns common to these panels: when, from where, and the address. */
type Recent = Pick<RecentVisitor, 'localTime' | 'city' | 'country' | 'ip'>;

const time: Column<Recent> = {
  head: 'admin.analytics.time',
  cell: ({ localTime }) => <LocalTime>{localTime}</LocalTime>,
  soft: true,
};
const place: Column<Recent> = {
  head: 'admin.analytics.place',
  cell: ({ city, country }) => formatPlace(city, country),
};
const address: Column<Recent> = { head: 'admin.analytics.address', cell: ({ ip }) => ip, soft: true };

/** The newest page views, video views and bots, whatever the range and the filters. */
export function useNewestViews(analytics: Analytics): Record<'visitors' | 'videoViews' | 'bots', FigureView> {
  const text = useText();
  const { ofValue } = useFilterLabels();
  return {
    visitors: useNewestView({
      title: text('admin.analytics.recentVisitors'),
      definition: text('admin.analytics.what.recentVisitors'),
      name: 'recent-visitors',
      empty: text('admin.analytics.noVisits'),
      rows: analytics.recentVisitors,
      columns: [
        {
          head: 'admin.analytics.page',
          cell: ({ page }) => (
            <FilterLink dimension="page" value={page.replace(/\?.*/s, '')}>
              <Long>{ofValue('page', page)}</Long>
            </FilterLink>
          ),
        },
        time,
        place,
        {
          head: 'admin.analytics.cameFrom',
          cell: ({ referer }) => <Referer referer={referer} ownHost={analytics.ownHost} />,
        },
        address,
      ],
    }),
    videoViews: useNewestView({
      title: text('admin.analytics.recentVideoViews'),
      definition: text('admin.analytics.what.recentVideoViews'),
      name: 'recent-video-views',
      empty: text('admin.analytics.noRecentVideoViews'),
      rows: analytics.recentVideoViews,
      columns: [
        {
          head: 'admin.analytics.video',
          cell: ({ videoTitle }) => <VideoLink title={videoTitle} videos={analytics.videoStats} />,
        },
        time,
        { head: 'admin.analytics.watched', cell: ({ watchDuration }) => formatWatchTime(watchDuration) },
        place,
        address,
      ],
    }),
    bots: useNewestView({
      title: text('admin.analytics.recentBots'),
      definition: text('admin.analytics.what.recentBots'),
      name: 'recent-bots',
      empty: text('admin.analytics.noBots'),
      rows: analytics.recentBots,
      columns: [
        {
          head: 'admin.analytics.bot',
          cell: ({ name, botClass }) => (
            <FilterLink dimension="bot" value={botClass}>
              {name}
            </FilterLink>
          ),
        },
        time,
        {
          head: 'admin.analytics.reason',
          cell: ({ reason }) => <span className="tag">{text(reasonTexts[reason])}</span>,
        },
        place,
        address,
        {
          head: 'admin.analytics.userAgent',
          cell: ({ userAgent }) => <Long>{userAgent}</Long>,
          soft: true,
        },
      ],
    }),
  };
}

/** Rows shown until the owner asks for all. */
const firstNewest = 6;

/** The newest of one kind. */
function useNewestView<Row extends object>({
  columns,
  rows,
  ...view
}: Omit<FigureView, 'content' | 'note' | 'rows'> & { columns: Column<Row>[]; rows: Row[] }): FigureView {
  const text = useText();
  return {
    ...view,
    rows,
    note: text('admin.analytics.newest'),
    content: <Table label={view.title} columns={columns} rows={rows} tall first={firstNewest} dense cards />,
  };
}

function LocalTime({ children }: { children: string }) {
  return useDays().localTime(children);
}

function Referer({ referer, ownHost }: { referer: string; ownHost: string }) {
  const text = useText();
  const label = labelReferer(referer, ownHost);
  const external = label === 'external';
  return (
    <>
      <span className={`tag ${external ? 'tag-lit' : ''}`}>{text(refererTexts[label])}</span>
      {external && <span className="ml-2 text-text-2">{hostOf(referer)}</span>}
    </>
  );
}

/** The newest views name a video only by its title. */
function VideoLink({ title, videos }: { title: string; videos: VideoStats[] }) {
  const video = videos.find((one) => one.title === title);
  if (!video) return title;
  return (
    <FilterLink dimension="video" value={video.videoId}>
      {title}
    </FilterLink>
  );
}

/** Cut off before it would push the rest of the row away; whole on hover. */
function Long({ children }: { children: string }) {
  return (
    <span className="block max-w-110 overflow-hidden text-ellipsis" title={children}>
      {children}
    </span>
  );
}
