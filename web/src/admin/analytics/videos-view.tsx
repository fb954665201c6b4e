import type { Days, VideoStats } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Table, type Column } from '../../ui/table';
import type { FigureView } from './figure-panel';
import { FilterLink } from './filter-link';
import { useFilterLabels } from './filter-words';
import { useFigures } from './use-figures';
import { OpenRetention } from './video-retention';

const columns: Column<VideoStats>[] = [
  { head: 'admin.analytics.views', cell: ({ views }) => views, figure: true },
  { head: 'admin.analytics.uniqueViewers', cell: ({ uniqueViewers }) => uniqueViewers, figure: true },
  {
    head: 'admin.analytics.averageWatchTime',
    cell: ({ averageWatchTime }) => formatWatchTime(averageWatchTime),
    figure: true,
  },
  {
    head: 'admin.analytics.totalWatchTime',
    cell: ({ totalWatchTime }) => formatWatchTime(totalWatchTime),
    figure: true,
  },
];

interface Props {
  figures: Days & { videoStats: VideoStats[] };
  definition: string;
}

/** How often each video was watched, how long, and how far. */
export function useVideosView({ figures: { from, to, videoStats }, definition }: Props): FigureView {
  const text = useText();
  const { ofValue } = useFilterLabels();
  const title = text('admin.analytics.videos');
  return {
    title,
    definition,
    name: 'videos',
    days: { from, to },
    rows: videoStats.map(({ reached, ...video }) => ({
      ...video,
      ...Object.fromEntries(reached.map(({ seconds, views }) => [`reached${seconds}s`, views])),
    })),
    empty: text('admin.analytics.noVideoViews'),
    content: (
      <Table
        label={title}
        columns={[
          {
            head: 'admin.analytics.video',
            cell: ({ videoId, title }) => (
              <FilterLink dimension="video" value={videoId}>
                {ofValue('video', title)}
              </FilterLink>
            ),
          },
          ...columns,
          {
            head: 'admin.analytics.retention',
            cell: (video) => (
              <span className="flex items-center justify-between gap-2 max-[900px]:block">
                <Retention video={video} />
                <OpenRetention video={video} range={{ from, to }} />
              </span>
            ),
          },
        ]}
        rows={videoStats}
        dense
        cards
      />
    ),
  };
}

/** The share of views that lasted to each mark, as descending bars with their figures. */
function Retention({ video: { views, reached } }: { video: VideoStats }) {
  const text = useText();
  const { percent } = useFigures();
  return (
    <ol className="flex gap-1">
      {reached.map((mark) => {
        const share = mark.views / views;
        const time = formatWatchTime(mark.seconds);
        return (
          <li
            key={mark.seconds}
            className="flex-[1_0_2.6rem] text-center text-[.75rem]/[1.3]"
            title={text('admin.analytics.reached', { time })}
          >
            <span aria-hidden="true" className="mb-0.5 flex h-4 items-end border-b border-line">
              <span
                style={{ height: `max(1px, ${(share * 100).toFixed(1)}%)` }}
                className="w-full rounded-t-xs bg-bar"
              />
            </span>
            <span className="inline-block max-[900px]:block">{percent(share)}</span>{' '}
            <span className="inline-block text-text-3 max-[900px]:block">{time}</span>
          </li>
        );
      })}
    </ol>
  );
}
