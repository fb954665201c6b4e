import { localPath } from '@voordeur/contracts/http';
import { type ReactNode, useSyncExternalStore, useEffect, useRef, useState } from 'react';
import { sizes } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import { useVideoWords } from '../../i18n/use-video-words';
import { isAtRest, useMotion } from '../../lib/motion';
import { useLoaded } from '../../lib/page-state';
import { Door } from '../../ui/drawings/door';
import { AgentsWindow, GlazingBars, LearnWindow } from '../../ui/drawings/windows';
import { ArrowIcon } from '../../ui/icons';
import { Link } from '../../ui/link';
import { PopupButton, type PopupOpener } from './popup-button';

/** The door and two windows, which can be opened first; each is a single button or link. */
export function Facade({ openPopup }: { openPopup: PopupOpener }) {
  const text = useText();
  const language = useLanguage();
  const { invitation } = useVideoWords();
  // On the wall of a wide window the door is on the right, by `order` before this runs, and the Tab key goes from left
  // to right.
  const onWall = useSyncExternalStore(subscribeToWall, isWall, () => false);
  const tiles = [
    <PopupButton key="setups" popup="setups" openPopup={openPopup} className="tile tile-door">
      <span className="opening">
        <Door />
      </span>
      <Words words={text('home.tiles.setupsText')} go={text('home.tiles.setupsGo')}>
        {text('home.tiles.setups')}
      </Words>
    </PopupButton>,
    <Link
      key="learn"
      to={localPath(language, '/learn')}
      className="tile tile-learn max-phone:mt-4 wide:-order-1"
    >
      <span className="opening">
        <LearnWindow />
        <span className="glass">
          <HeroClip />
          <GlazingBars />
        </span>
      </span>
      <Words words={invitation} go={text('home.tiles.learnGo')}>
        {text('home.tiles.learn')}
      </Words>
    </Link>,
    <PopupButton key="agents" popup="agents" openPopup={openPopup} className="tile tile-agents wide:-order-2">
      <span className="opening">
        <AgentsWindow />
        <span className="glass">
          <GlazingBars />
        </span>
      </span>
      <Words words={text('home.tiles.agentsText')} go={text('home.tiles.agentsGo')}>
        {text('home.tiles.agents')}{' '}
        <span className="rounded-small border border-edge px-[.45rem] py-1 font-body text-note leading-none font-semibold tracking-normal text-text-2">
          {text('home.tiles.soon')}
        </span>
      </Words>
    </PopupButton>,
  ];
  return <div className="facade">{onWall ? tiles.reverse() : tiles}</div>;
}

function isWall(): boolean {
  return wall().matches;
}

function subscribeToWall(listener: () => void): () => void {
  const query = wall();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const wall = () => matchMedia(`(width >= ${sizes.facadeFromPx}px)`);

/** The children are the tile's name. */
function Words({ words, go, children }: { words: string; go: string; children: ReactNode }) {
  return (
    <span className="tile-words">
      <span className="tile-name">{children}</span>
      <span className="tile-text">{words}</span>
      <span className="go">
        {go} <ArrowIcon />
      </span>
    </span>
  );
}

/**
 * The clip behind the Learn window's glass, over its drawing; a gif where it fails to load. It's requested after
 * everything else, never with reduced motion, and paused when nobody is looking.
 */
export function HeroClip() {
  const resting = useMotion(isAtRest);
  const loaded = useLoaded();
  const [wanted, setWanted] = useState(false);
  if (loaded && !resting && !wanted) setWanted(true);
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    if (resting) video.current?.pause();
    // A browser that refuses to autoplay shows the first frame.
    else video.current?.play().catch(() => undefined);
  }, [resting, wanted]);

  if (!wanted) return null;
  if (state === 'failed')
    return resting ? null : <img src="/media/hero-loop.gif" alt="" className="clip clip-shown" />;
  return (
    <video
      ref={video}
      src="/media/hero-loop.mp4"
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      className={state === 'playing' ? 'clip clip-shown' : 'clip'}
      onLoadedData={() => setState('playing')}
      onError={() => {
        console.info('The hero clip could not be loaded; the gif stands in for it.');
        setState('failed');
      }}
    />
  );
}
