import type { SiteVideo } from '@voordeur/contracts/http';
import { lazy, useState } from 'react';
import { VideoCarousel } from '../videos/video-carousel';
import { useText } from '../../i18n/use-text';
import { useVideoWords } from '../../i18n/use-video-words';
import { BackLink } from '../../ui/back-link';
import { LatePopup } from '../../ui/late-part';
import { PageTitle } from '../../ui/number-plate';
import type { Page } from '../pages/paths';

const VideoDialog = lazy(() => import('../videos/video-dialog'));

export default function LearnRoute({ page }: { page: Page }) {
  const text = useText();
  const { headline } = useVideoWords();
  const [playing, setPlaying] = useState<SiteVideo | null>(null);
  return (
    <div className="wrap page">
      <BackLink language={page.language} />
      <div className="mt-5 mb-10 max-w-184">
        <PageTitle number={8} title={headline} lead={text('learn.lead')} narrow />
      </div>
      <VideoCarousel onPlay={setPlaying} />
      {playing && (
        <LatePopup>
          <VideoDialog video={playing} onPlay={setPlaying} onClose={() => setPlaying(null)} />
        </LatePopup>
      )}
    </div>
  );
}
