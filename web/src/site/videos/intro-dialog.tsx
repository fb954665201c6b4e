import {
  inLanguage,
  type IntroVideo,
  type PerLanguage,
  type TextLanguage,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { useLanguage, useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { formatWatchTime } from '../../lib/format';
import { Player } from './player';
import { useWatching } from './use-watching';

/** Its id and title in the analytics, of each language its own. */
function nameOf(language: TextLanguage) {
  const code = wireLanguageOf(language);
  return { videoId: `${code.toLowerCase()}-intro-main`, videoTitle: `${code} Intro Video` };
}

interface Props {
  intros: PerLanguage<IntroVideo>;
  onClose: () => void;
}

export function IntroDialog({ intros, onClose }: Props) {
  const text = useText();
  const language = useLanguage();
  const intro = inLanguage(intros, language);
  const { watched, isPaused, onPlayback } = useWatching({ ...nameOf(language), report: 'on-close' });
  return (
    <Dialog title={text('intro.title')} width="wide" onClose={onClose}>
      <Player
        source={intro}
        title={text('intro.title')}
        poster={intro.poster}
        watched={text('intro.watched', { time: formatWatchTime(watched) })}
        isPaused={isPaused}
        onPlayback={onPlayback}
      />
    </Dialog>
  );
}
