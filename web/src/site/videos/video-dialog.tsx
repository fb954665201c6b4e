import { inLanguage, type SiteVideo } from '@voordeur/contracts/http';
import lengths from 'virtual:video-seconds';
import { useEffect, useState } from 'react';
import { site } from '../../config/site';
import { watching } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { Dialog } from '../../ui/dialog';
import { BackIcon, ForwardIcon } from '../../ui/icons';
import { GateDialog } from './gate-dialog';
import { Player } from './player';
import { useWatching } from './use-watching';
import { markSeen } from './viewing';

/** After a sign-up, this tab doesn't ask again. */
let hasSignedUp = false;

interface Props {
  video: SiteVideo;
  /** With another one, in the same dialog. */
  onPlay: (video: SiteVideo) => void;
  onClose: () => void;
}

export default function VideoDialog(props: Props) {
  const { video, onClose } = props;
  const topic = inLanguage(video.topic, useLanguage());
  return (
    <Dialog title={`${video.title}: ${topic}`} width="wide" onClose={onClose}>
      {/* Each opening is counted by itself, and has its own gate. */}
      <Watched key={video.id} {...props} />
    </Dialog>
  );
}

function Watched({ video, onPlay, onClose }: Props) {
  const text = useText();
  const language = useLanguage();
  const { seconds, watched, isPaused, onPlayback } = useWatching({
    ...{ videoId: video.id, videoTitle: video.title },
    report: 'each-second',
  });
  // Once per opened video: closing the gate leaves it closed.
  const [gateDone, setGateDone] = useState(hasSignedUp);
  const [signedUp, setSignedUp] = useState(false);
  const gateOpen = seconds >= watching.gateSeconds && !gateDone;
  const place = site.videos.indexOf(video);
  const [before, next] = [site.videos[place - 1], site.videos[place + 1]];

  // A provider's player doesn't say when its video ends.
  const isThrough = video.provider !== 'file' && seconds >= (video.seconds ?? lengths[video.id] ?? Infinity);
  useEffect(() => {
    if (isThrough) markSeen(video.id);
  }, [isThrough, video.id]);

  return (
    <>
      <Player
        source={video}
        title={inLanguage(video.topic, language)}
        poster={video.thumbnail}
        watched={text('learn.watched', { time: formatWatchTime(watched) })}
        isPaused={isPaused}
        onPlayback={onPlayback}
        held={gateOpen}
        onEnded={() => markSeen(video.id)}
        end={<EndCard next={next} onNext={onPlay} onClose={onClose} />}
        neighbours={
          <div className="neighbours">
            {before && (
              <button type="button" className="neighbour" onClick={() => onPlay(before)}>
                <BackIcon /> {text('video.previous')}{' '}
                <span className="sr-only">{inLanguage(before.topic, language)}</span>
              </button>
            )}
            {next && (
              <button type="button" className="neighbour ml-auto" onClick={() => onPlay(next)}>
                {text('video.next')} <span className="sr-only">{inLanguage(next.topic, language)}</span>{' '}
                <ForwardIcon />
              </button>
            )}
          </div>
        }
      >
        <p role="status" className="text-ok empty:hidden">
          {signedUp && text('learn.gate.success')}
        </p>
      </Player>
      {gateOpen && (
        <GateDialog
          videoId={video.id}
          watchTime={seconds}
          onSignedUp={() => {
            hasSignedUp = true;
            setSignedUp(true);
            setGateDone(true);
          }}
          onClose={() => setGateDone(true)}
        />
      )}
    </>
  );
}

interface EndProps {
  /** Undefined after the last one. */
  next: SiteVideo | undefined;
  onNext: (video: SiteVideo) => void;
  onClose: () => void;
}

/** Lies over a video that has ended. Nothing starts by itself. */
function EndCard({ next, onNext, onClose }: EndProps) {
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
