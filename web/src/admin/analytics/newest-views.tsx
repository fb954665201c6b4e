import type { Analytics, RecentVisitor, VideoStats } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { formatWatchTime, hostOf } from '../../lib/format';
import { Table, type Column } from '../../ui/table';
import { reasonTexts } from './bots-view';
import type { FigureView } from './figure-panel';
import { FilterLink, useFilterLabels } from './filters';
import { formatPlace, labelReferer, type RefererLabel, useDays } from './formats';

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
