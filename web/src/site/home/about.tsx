import { inLanguage } from '@voordeur/contracts/http';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../../config/site';
import { timings } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import { isStill, useMotion } from '../../lib/motion';
import { PlayIcon } from '../../ui/icons';
import { SectionName } from '../../ui/number-plate';
import { LinkWithoutScript } from '../../ui/without-script';
import { PopupButton, type PopupOpener } from './popup-button';
import { SocialLinks } from './social-links';
import { SignedBy, TurningWindow } from './turning-window';
import { TypedTagline } from './typed-tagline';

interface Props {
  openPopup: PopupOpener;
  /** The line that a popup that was opened here leaves. */
  outcome: ReactNode;
}

export function About({ openPopup, outcome }: Props) {
  const text = useText();
  const language = useLanguage();
  const intro = site.intros && inLanguage(site.intros, language);
  return (
    <section id="about" className="section wrap" aria-labelledby="about-headline">
      <SectionName number={4} name={text('home.about.label')} />
      <div className="grid items-center gap-[clamp(2.5rem,6vw,6rem)] columns:grid-cols-5-7">
        <div>
          <TurningWindow openPopup={openPopup} />
          {outcome}
        </div>
        <div>
          <TypedTagline id="about-headline" />
          <p className="mt-5 max-w-column text-text-2">{text('home.about.bio1')}</p>
          <p className="mt-5 max-w-column text-text-2">{text('home.about.bio2')}</p>
          <SignedBy />
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            {intro && (
              <PopupButton popup="intro" openPopup={openPopup} className="button button-line">
                <PlayIcon />
                {text('home.about.watch')}
              </PopupButton>
            )}
            {intro?.provider === 'file' && (
              <LinkWithoutScript href={intro.source} className="button button-line">
                {text('home.about.watch')}
              </LinkWithoutScript>
            )}
            {site.social && <SocialLinks links={inLanguage(site.social, language)} />}
          </div>
          <div className="mt-8 border-t border-line pt-5.5">
            <RowCounter />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Counts up from 1 every 3 seconds, except with reduced motion. */
export function RowCounter() {
  const still = useMotion(isStill);
  const [row, setRow] = useState(1);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setRow((now) => now + 1), timings.counterTickMs);
    return () => clearInterval(timer);
  }, [still]);
  return (
    <p className="text-small text-text-2">
      <FormattedMessage
        id="home.about.counter"
        values={{
          row,
          b: (number: React.ReactNode) => <b className="row-number">{number}</b>,
        }}
      />
    </p>
  );
}
