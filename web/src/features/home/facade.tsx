import { localPath, type SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { useVideoWords } from '../../i18n/use-video-words';
import { Door } from '../../ui/drawings/door';
import { AgentsWindow, GlazingBars, LearnWindow } from '../../ui/drawings/upright-window';
import { ArrowIcon } from '../../ui/icons';
import { HeroClip } from './hero-clip';
import { PopupButton, type PopupOpener } from './popup-button';
import { Link } from '../../ui/link';

interface Props {
  language: SiteLanguage;
  openPopup: PopupOpener;
}

/** Two windows and the door, each a single button or link. */
export function Facade({ language, openPopup }: Props) {
  const text = useText();
  const { invitation } = useVideoWords();
  return (
    <div className="facade">
      <PopupButton popup="agents" openPopup={openPopup} className="tile tile-agents">
        <span className="opening">
          <AgentsWindow />
          <span className="glass">
            <GlazingBars />
          </span>
        </span>
        <span className="tile-words">
          <span className="tile-name">
            {text('home.tiles.agents')} <span className="soon">{text('home.tiles.soon')}</span>
          </span>
          <span className="tile-text">{text('home.tiles.agentsText')}</span>
          <Go>{text('home.tiles.agentsGo')}</Go>
        </span>
      </PopupButton>
      <Link to={localPath(language, '/learn')} className="tile tile-learn">
        <span className="opening">
          <LearnWindow />
          <span className="glass">
            <HeroClip />
            <GlazingBars />
          </span>
        </span>
        <span className="tile-words">
          <span className="tile-name">{text('home.tiles.learn')}</span>
          <span className="tile-text">{invitation}</span>
          <Go>{text('home.tiles.learnGo')}</Go>
        </span>
      </Link>
      <PopupButton popup="setups" openPopup={openPopup} className="tile tile-door">
        <span className="opening">
          <Door />
        </span>
        <span className="tile-words">
          <span className="tile-name">{text('home.tiles.setups')}</span>
          <span className="tile-text">{text('home.tiles.setupsText')}</span>
          <Go>{text('home.tiles.setupsGo')}</Go>
        </span>
      </PopupButton>
    </div>
  );
}

function Go({ children }: { children: string }) {
  return (
    <span className="go">
      {children} <ArrowIcon />
    </span>
  );
}
