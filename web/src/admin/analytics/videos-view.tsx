import { type Days, type VideoStats, introVideoIds, type VideoRetention } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { watching } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Dialog } from '../../ui/dialog';
import { QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import type { FigureView } from './figure-panel';
import { FilterLink, useFilterLabels } from './filters';
import { useFigures } from './formats';
import { FixedPeriod } from './period';

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

interface VideosViewProps {
  figures: Days & { videoStats: VideoStats[] };
  definition: string;
}

/** How often each video was watched, how long, and how far. */
export function useVideosView({
  figures: { from, to, videoStats },
  definition,
}: VideosViewProps): FigureView {
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
    first: () => videoStats[0] && ofValue('video', videoStats[0].title),
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
              <span className="flex items-center justify-between gap-2 max-columns:block">
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
            <span className="inline-block max-columns:block">{percent(share)}</span>{' '}
            <span className="inline-block text-text-3 max-columns:block">{time}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Step of the slider. */
const stepSeconds = 5;

interface RetentionProps {
  video: Pick<VideoStats, 'videoId' | 'title'>;
  range: Days;
}

/** Opens how long a video was watched, second by second. */
export function OpenRetention({ video, range }: RetentionProps) {
  const [isOpen, setOpen] = useState(false);
  const text = useText();
  // Its curve is a call of the owner's.
  if (use(FixedPeriod)) return null;
  return (
    <>
      <button
        type="button"
        aria-label={text('admin.analytics.watch.title', { title: video.title })}
        aria-haspopup="dialog"
        className="cursor-pointer underlined text-small text-text-2 hover:decoration-lamp"
        onClick={() => setOpen(true)}
      >
        {text('admin.analytics.watch.open')}
      </button>
      {isOpen && <RetentionDialog video={video} range={range} onClose={() => setOpen(false)} />}
    </>
  );
}

function RetentionDialog({
  video: { videoId, title },
  range: { from, to },
  onClose,
}: RetentionProps & { onClose: () => void }) {
  const text = useText();
  const retention = useQuery<VideoRetention>({
    queryKey: [`/api/admin/analytics/videos/${encodeURIComponent(videoId)}/retention?from=${from}&to=${to}`],
  });
  return (
    <Dialog title={text('admin.analytics.watch.title', { title })} onClose={onClose}>
      <QueryStates
        query={retention}
        fetching={text('admin.analytics.loading')}
        failed={text('admin.analytics.failed')}
      />
      {retention.data && <RetentionFigures retention={retention.data} />}
    </Dialog>
  );
}

function RetentionFigures({ retention: { videoId, from, to, reached } }: { retention: VideoRetention }) {
  const text = useText();
  const { formatDateTimeRange } = useIntl();
  const { percent } = useFigures();
  const id = useId();
  const [second, setSecond] = useState<number>(watching.gateSeconds);
  const views = reached[0] ?? 0;
  if (views === 0) return <p className="mt-2.5 text-text-2">{text('admin.analytics.watch.none')}</p>;

  const asDay = (day: string) => new Date(`${day}T00:00:00Z`);
  const days = formatDateTimeRange(asDay(from), asDay(to), { dateStyle: 'medium', timeZone: 'UTC' });
  // An intro has no gate.
  const hasGate = !(introVideoIds as readonly string[]).includes(videoId);
  const lastSecond =
    stepSeconds * Math.ceil(Math.max(reached.length - 1, hasGate ? watching.gateSeconds : 0) / stepSeconds);
  const columns: Column<number>[] = [
    { head: 'admin.analytics.retention', cell: formatWatchTime },
    { head: 'admin.analytics.views', cell: (at) => reached[at] ?? 0, figure: true },
    { head: 'admin.analytics.watch.share', cell: (at) => percent((reached[at] ?? 0) / views), figure: true },
  ];
  return (
    <>
      <p className="mt-2.5 mb-4 text-text-2">{text('admin.analytics.watch.counted', { views, days })}</p>
      <Curve reached={reached} lastSecond={lastSecond} second={hasGate ? second : undefined} />
      {hasGate && (
        <>
          <label htmlFor={id} className="mt-3 block">
            {text('admin.analytics.watch.gateAt', { time: formatWatchTime(second) })}
          </label>
          <input
            id={id}
            type="range"
            min={stepSeconds}
            max={lastSecond}
            step={stepSeconds}
            value={second}
            aria-valuetext={formatWatchTime(second)}
            className="my-1 block h-8 w-full cursor-pointer accent-lamp"
            onChange={({ target }) => setSecond(Number(target.value))}
          />
          <output htmlFor={id} className="block min-h-22">
            <GateSentence reached={reached} second={second} />
          </output>
        </>
      )}
      <details className="mt-3">
        <summary className="cursor-pointer py-1 text-note text-text-2 hover:text-text">
          {text('admin.analytics.asTable')}
        </summary>
        <Table
          label={text('admin.analytics.retention')}
          columns={columns}
          rows={secondsOfTable(reached)}
          tall
        />
      </details>
    </>
  );
}

/** Fewer views than this say little. */
const enoughViews = 30;

/** The effect of moving the gate, as far as the curve shows. */
function GateSentence({ reached, second }: { reached: readonly number[]; second: number }) {
  const text = useText();
  const { figure, percent } = useFigures();
  const today = watching.gateSeconds;
  const { views, met, metToday, change } = gateFigures(reached, second, today);
  const figures = {
    ...{
      time: formatWatchTime(second),
      today: formatWatchTime(today),
      met,
      metToday: figure(metToday),
      views,
    },
    ...{ share: percent(Math.abs(change ?? 0)), between: met - metToday },
  };
  const sentence =
    second === today
      ? 'admin.analytics.watch.gateToday'
      : second > today
        ? 'admin.analytics.watch.gateLater'
        : change === null
          ? 'admin.analytics.watch.gateAlone'
          : 'admin.analytics.watch.gateEarlier';
  return (
    <>
      {text(sentence, figures)}
      {views < enoughViews && ` ${text('admin.analytics.watch.few')}`}
    </>
  );
}

interface CurveProps {
  reached: readonly number[];
  /** Where the axis ends. */
  lastSecond: number;
  /** Marked on it. */
  second: number | undefined;
}

/** How many still watch, second by second. Hidden from screen readers: the table has the same figures. */
function Curve({ reached, lastSecond, second }: CurveProps) {
  const views = reached[0] ?? 1;
  const x = (at: number) => ((at / lastSecond) * 100).toFixed(2);
  const line = reached.map((count, at) => `${x(at)},${(100 - (count / views) * 100).toFixed(2)}`).join(' L');
  const end = x(reached.length - 1);
  return (
    <div aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="h-44 w-full overflow-visible">
        {[0, 25, 50, 75, 100].map((height) => (
          <path
            key={height}
            d={`M0,${height} H100`}
            stroke="var(--color-paint-2)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={`M${line} L${end},100 L0,100 Z`} fill="var(--color-bar)" fillOpacity=".35" />
        <path
          d={`M${line}`}
          fill="none"
          stroke="var(--color-bar)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {second !== undefined && (
          <path
            d={`M${x(second)},0 V100`}
            stroke="var(--color-lamp)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className="mt-1 flex justify-between text-note text-text-3 tabular-nums">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatWatchTime(share * lastSecond)}</span>
        ))}
      </div>
    </div>
  );
}

/** The effect of a gate at one second, compared with today's. Counts are views. */
interface GateFigures {
  views: number;
  /** Reach the second asked for, and so would meet a gate there. */
  met: number;
  /** Reach the gate of today. */
  metToday: number;
  /** `met` against `metToday`, as a share of it; null where nobody meets today's. */
  change: number | null;
}

/** From the views that reached each second (contracts/src/http/analytics.ts). */
export function gateFigures(reached: readonly number[], second: number, todaySecond: number): GateFigures {
  const met = reached[second] ?? 0;
  const metToday = reached[todaySecond] ?? 0;
  return { views: reached[0] ?? 0, met, metToday, change: metToday === 0 ? null : met / metToday - 1 };
}

/** The seconds of a table that says the same as the curve: forty rows at most, in steps of whole five seconds. */
export function secondsOfTable(reached: readonly number[]): number[] {
  const longest = reached.length - 1;
  const step = Math.max(5, Math.ceil(longest / 40 / 5) * 5);
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, row) => row * step);
}
