import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { MoreTexts } from '../../i18n/text-provider';
import { Dialog } from '../../ui/dialog';
import { formatWatchTime } from '../../lib/format';
import { Player } from './player';
import { useWatching } from './use-watching';

/** Their ids and titles in the analytics. */
const names = {
  en: { videoId: 'eng-intro-main', videoTitle: 'ENG Intro Video' },
  nl: { videoId: 'nl-intro-main', videoTitle: 'NL Intro Video' },
} as const;

interface Props {
  onClose: () => void;
}

export function IntroDialog(props: Props) {
  return (
    <MoreTexts part="video">
      <OpenIntro {...props} />
    </MoreTexts>
  );
}

function OpenIntro({ onClose }: Props) {
  const text = useText();
  const language = useLanguage();
  const intro = site.intros[language];
  const seconds = useWatching({ ...names[language], report: 'on-close' });
  return (
    <Dialog title={text('intro.title')} width="wide" onClose={onClose}>
      <Player
        source={intro}
        title={text('intro.title')}
        poster={intro.poster}
        watched={text('intro.watched', { time: formatWatchTime(seconds) })}
      />
    </Dialog>
  );
}
