import { inLanguage, type SiteVideo } from '@voordeur/contracts/http';
import seconds, { spoken } from 'virtual:video-seconds';
import { useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { CheckIcon, PlayIcon } from '../../ui/icons';
import { WatchedImage } from '../../ui/watched-image';
import { useViewing } from './viewing';

interface Props {
  video: SiteVideo;
  /** The others' images load lazily. */
  first: boolean;
  onPlay: (video: SiteVideo) => void;
}

/** A video's thumbnail and titles. The smaller thumbnail is used where the largest fails to load. */
export function VideoCard({ video, first, onPlay }: Props) {
  const text = useText();
  const [failed, setFailed] = useState(false);
  const isSeen = useViewing().seen.has(video.id);
  const language = useLanguage();
  const topic = inLanguage(video.topic, language);
  const length = seconds[video.id];
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={[
          text('learn.play', { title: video.title, topic }),
          spoken[video.id]?.[language],
          isSeen && text('learn.seen'),
        ]
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
