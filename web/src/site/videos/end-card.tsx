import { inLanguage, type SiteVideo } from '@voordeur/contracts/http';
import { useLanguage, useText } from '../../i18n/use-text';

interface Props {
  /** Undefined after the last one. */
  next: SiteVideo | undefined;
  onNext: (video: SiteVideo) => void;
  onClose: () => void;
}

/** Lies over a video that has ended. Nothing starts by itself. */
export function EndCard({ next, onNext, onClose }: Props) {
  const text = useText();
  const language = useLanguage();
  return (
    <>
      {next ? (
        <>
          <img src={next.thumbnailFallback} alt="" width={640} height={360} />
          <p className="text-small text-text-2">{text('video.upNext')}</p>
          <p className="font-display text-h3 font-semibold">{inLanguage(next.topic, language)}</p>
        </>
      ) : (
        <p className="font-display text-h3 font-semibold">{text('video.last')}</p>
      )}
      <button type="button" className="button button-lamp" onClick={() => (next ? onNext(next) : onClose())}>
        {text(next ? 'video.playNext' : 'video.all')}
      </button>
    </>
  );
}
