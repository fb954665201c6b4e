import type { SiteVideo } from '@voordeur/contracts/http';
import { useState } from 'react';
import { watching } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { formatWatchTime } from '../../lib/format';
import { GateDialog } from './gate-dialog';
import { Player } from './player';
import { useWatching } from './use-watching';

/** After a sign-up, this tab doesn't ask again. */
let hasSignedUp = false;

interface Props {
  video: SiteVideo;
  onClose: () => void;
}

export default function VideoDialog({ video, onClose }: Props) {
  const text = useText();
  const topic = video.topic[useLanguage()];
  const seconds = useWatching({ videoId: video.id, videoTitle: video.title, report: 'each-second' });
  // Once per opened video: closing the gate leaves it closed.
  const [gateDone, setGateDone] = useState(hasSignedUp);
  const [signedUp, setSignedUp] = useState(false);
  const gateOpen = seconds >= watching.gateSeconds && !gateDone;
  return (
    <Dialog title={`${video.title}: ${topic}`} width="wide" dimmed={gateOpen} onClose={onClose}>
      <Player
        source={video}
        title={topic}
        poster={video.thumbnail}
        loop
        watched={text('learn.watched', { time: formatWatchTime(seconds) })}
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
    </Dialog>
  );
}
