import type { Analytics, RecentVideoView, VideoStats } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { Empty } from '../../ui/empty';
import { Panel } from '../../ui/panel';
import { Table, type Column } from '../../ui/table';
import { formatPlace, formatWatchTime } from './format-figures';

export function VideosPanel({ videoStats }: Pick<Analytics, 'videoStats'>) {
  const text = useText();
  const { formatNumber } = useIntl();
  const columns: Column<VideoStats>[] = [
    {
      head: text('admin.analytics.video'),
      cell: ({ title, videoId }) => <span title={videoId}>{title}</span>,
    },
    { head: text('admin.analytics.views'), cell: ({ views }) => formatNumber(views), figure: true },
    {
      head: text('admin.analytics.uniqueViewers'),
      cell: ({ uniqueViewers }) => formatNumber(uniqueViewers),
      figure: true,
    },
    {
      head: text('admin.analytics.averageWatchTime'),
      cell: ({ averageWatchTime }) => formatWatchTime(averageWatchTime),
      figure: true,
    },
    {
      head: text('admin.analytics.totalWatchTime'),
      cell: ({ totalWatchTime }) => formatWatchTime(totalWatchTime),
      figure: true,
    },
  ];
  const title = text('admin.analytics.videos');
  return (
    <Panel span={4} title={title} note={text('admin.analytics.videosNote')}>
      {videoStats.length === 0 ? (
        <Empty>{text('admin.analytics.noVideoViews')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={videoStats} height="scroll" />
      )}
    </Panel>
  );
}

export function RecentVideoViewsPanel({ recentVideoViews }: Pick<Analytics, 'recentVideoViews'>) {
  const text = useText();
  const columns: Column<RecentVideoView>[] = [
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
    { head: text('admin.analytics.video'), cell: ({ videoTitle }) => videoTitle },
    {
      head: text('admin.analytics.watched'),
      cell: ({ watchDuration }) => formatWatchTime(watchDuration),
      figure: true,
    },
    { head: text('admin.analytics.place'), cell: ({ city, country }) => formatPlace(city, country) },
    { head: text('admin.analytics.address'), cell: ({ ip }) => ip, soft: true },
  ];
  const title = text('admin.analytics.recentVideoViews');
  return (
    <Panel span={12} title={title} note={text('admin.analytics.newest')}>
      {recentVideoViews.length === 0 ? (
        <Empty>{text('admin.analytics.noRecentVideoViews')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentVideoViews} height="scroll" />
      )}
    </Panel>
  );
}
