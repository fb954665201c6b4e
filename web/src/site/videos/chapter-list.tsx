import type { TextLanguage } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { lastBegun, type Cue } from './use-cues';

interface Props {
  chapters: Cue[];
  language: TextLanguage;
  /** Where the video is, in seconds. */
  now: number;
  onSeek: (at: number) => void;
}

/** The parts of a video, the current one lit; a press goes there. */
export function ChapterList({ chapters, language, now, onSeek }: Props) {
  const text = useText();
  const current = chapters[lastBegun(chapters, now)];
  return (
    <nav className="chapters" aria-label={text('video.chapters')}>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.at}>
            <button
              type="button"
              aria-current={chapter === current ? 'true' : undefined}
              onClick={() => onSeek(chapter.at)}
            >
              <span className="part-time">{formatWatchTime(chapter.at)}</span>{' '}
              <span lang={language}>{chapter.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
