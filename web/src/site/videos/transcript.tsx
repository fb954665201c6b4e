import type { TextLanguage } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { lastBegun, type Cue } from './use-cues';

interface Props {
  id: string;
  cues: Cue[];
  language: TextLanguage;
  chapters: Cue[];
  now: number;
  onSeek: (at: number) => void;
}

/** Spoken words and scenes, under the chapters' names; a press on a time goes there. */
export function Transcript({ id, cues, language, chapters, now, onSeek }: Props) {
  const text = useText();
  const current = cues[lastBegun(cues, now)];
  return (
    <section id={id} className="transcript" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{text('video.transcript')}</h3>
      {groupCues(cues, chapters).map(({ chapter, cues: part }) => (
        <section key={chapter?.at ?? 'before'}>
          {chapter && <h4>{chapter.text}</h4>}
          <ol>
            {part.map((cue) => (
              <li key={cue.at}>
                <button
                  type="button"
                  className="part-time"
                  aria-label={text('video.playFrom', { time: formatWatchTime(cue.at) })}
                  aria-current={cue === current ? 'true' : undefined}
                  onClick={() => onSeek(cue.at)}
                >
                  {formatWatchTime(cue.at)}
                </button>
                <p lang={language}>{cue.text}</p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

/** The cues of each chapter, by where they begin; first those before any chapter. */
function groupCues(cues: Cue[], chapters: Cue[]): { chapter: Cue | null; cues: Cue[] }[] {
  return [null, ...chapters]
    .map((chapter, index) => ({
      chapter,
      cues: cues.filter((cue) => lastBegun(chapters, cue.at) === index - 1),
    }))
    .filter((group) => group.cues.length > 0);
}
