import { type SiteVideo, inLanguage } from '@voordeur/contracts/http';
import { useState, useSyncExternalStore } from 'react';
import seconds, { spoken } from 'virtual:video-seconds';
import { site } from '../../config/site';
import { cardsPerPage } from '../../config/timings';
import { useText, useLanguage } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { BackIcon, ForwardIcon, CheckIcon, PlayIcon } from '../../ui/icons';
import { WatchedImage } from '../../ui/watched-image';
import { useViewing } from './viewing';

/**
 * One page of cards at a time. Prerendered with all of them, for visitors without JavaScript; for others the style
 * sheet hides the cards after the first page, so nothing moves at hydration.
 */
export function VideoCarousel({ onPlay }: { onPlay: (video: SiteVideo) => void }) {
  const text = useText();
  const width = useSyncExternalStore<number | null>(subscribeToWidth, readWidth, () => null);
  const [widthBefore, setWidthBefore] = useState(width);
  const [page, setPage] = useState(0);
  // A resize goes back to the first card. Not one of the height, which on phones changes with each scroll.
  if (width !== widthBefore) {
    setWidthBefore(width);
    setPage(0);
  }
  const cards = width === null ? null : cardsPerPage(width);
  const perPage = cards ?? site.videos.length;
  const pages = Math.ceil(site.videos.length / perPage);
  // Not `disabled`, which would lose the focus.
  const isFirst = page === 0;
  const isLast = cards !== null && page === pages - 1;
  const shown = site.videos.slice(page * perPage, (page + 1) * perPage);
  return (
    <section aria-label={text('learn.videos')}>
      <ul
        className="carousel grid gap-5.5 min-[640px]:grid-cols-2 min-[1024px]:grid-cols-3"
        data-whole={cards === null || undefined}
      >
        {shown.map((video, index) => (
          <VideoCard key={video.id} video={video} first={index === 0} onPlay={onPlay} />
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-center gap-3.5">
        {/* Six panes and the two arrows fit on the narrowest phones too. */}
        {site.videos.length > 1 && (
          <div className="turning-pages flex items-center gap-3.5 max-[360px]:gap-2">
            <button
              type="button"
              className="round-button"
              aria-label={text('learn.previous')}
              aria-disabled={isFirst || undefined}
              onClick={isFirst ? undefined : () => setPage(page - 1)}
            >
              <BackIcon />
            </button>
            <button
              type="button"
              className="round-button"
              aria-label={text('learn.next')}
              aria-disabled={isLast || undefined}
              onClick={isLast ? undefined : () => setPage(page + 1)}
            >
              <ForwardIcon />
            </button>
            <div className="flex">
              {Array.from({ length: cards === null ? 0 : pages }, (_, index) => (
                <button
                  key={index}
                  type="button"
                  className="pane grid size-8 place-items-center max-[360px]:w-6.5"
                  aria-label={text('learn.page', { page: index + 1, pages })}
                  aria-current={index === page ? 'page' : undefined}
                  onClick={() => setPage(index)}
                />
              ))}
            </div>
          </div>
        )}
        {site.channel !== undefined && (
          <a
            href={site.channel}
            target="_blank"
            rel="noopener"
            className="button button-line w-full phone:ml-auto phone:w-auto"
          >
            {text('learn.subscribe')} <span className="sr-only">{text('common.newTab')}</span>
          </a>
        )}
      </div>
    </section>
  );
}

function readWidth(): number {
  return innerWidth;
}

function subscribeToWidth(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

interface Props {
  video: SiteVideo;
  /** The others' images load lazily. */
  first: boolean;
  onPlay: (video: SiteVideo) => void;
}

/** A video's thumbnail and titles. The smaller thumbnail is used where the largest fails to load. */
function VideoCard({ video, first, onPlay }: Props) {
  const text = useText();
  const [failed, setFailed] = useState(false);
  const isSeen = useViewing().seen.has(video.id);
  const language = useLanguage();
  const topic = inLanguage(video.topic, language);
  const length = video.seconds ?? seconds[video.id];
  const words =
    length === seconds[video.id] ? spoken[video.id]?.[language] : length && formatWatchTime(length);
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={[text('learn.play', { title: video.title, topic }), words, isSeen && text('learn.seen')]
          .filter(Boolean)
          .join(', ')}
        className="video-card block w-full rounded-control text-left"
        onClick={() => onPlay(video)}
      >
        <span className="video-picture relative block aspect-video overflow-hidden rounded-control">
          <WatchedImage
            src={failed ? video.thumbnailFallback : video.thumbnail}
            alt=""
            loading={first ? undefined : 'lazy'}
            fetchPriority={first ? 'high' : undefined}
            width={1280}
            height={720}
            className="size-full object-cover"
            onFailed={() => {
              if (failed) console.info(`The thumbnail of ${video.id} could not be loaded.`);
              setFailed(true);
            }}
          />
          <span className="play">
            <PlayIcon />
          </span>
          {isSeen && (
            <span className="seen">
              <CheckIcon /> {text('learn.seen')}
            </span>
          )}
        </span>
        <span className="mt-4 block font-display text-h3 font-semibold tracking-[-.012em]">{topic}</span>
        <span className="mt-1 block text-small text-text-2 tabular-nums">
          {video.title}
          {length && ` · ${formatWatchTime(length)}`}
        </span>
      </button>
    </li>
  );
}
