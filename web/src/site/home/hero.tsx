import { localPath } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { calendarHost, isCalendarLink } from '../../config/calendar';
import { useLanguage, useText } from '../../i18n/use-text';
import { NumberPlate } from '../../ui/number-plate';
import { LinkWithoutScript } from '../../ui/without-script';
import { Facade } from './facade';
import { PopupButton, type PopupOpener } from './popup-button';

/** The words on the left and the façade on the right, above one kerb. */
export function Hero({ openPopup, outcome }: { openPopup: PopupOpener; outcome: ReactNode }) {
  const text = useText();
  const language = useLanguage();
  return (
    <section
      id="home"
      className="relative overflow-x-clip pt-[clamp(1rem,3vw,2.25rem)]"
      aria-labelledby="home-headline"
    >
      <div className="wrap hero-grid">
        <div className="hero-words wide:pb-22">
          <p className="flex items-center gap-3 text-small text-text-2">
            <NumberPlate number={2} />
            {text('home.hero.where')}
          </p>
          <h1 id="home-headline" className="hero-headline mt-5 text-hero">
            <Lines>{text('home.hero.headline')}</Lines>
          </h1>
          <p className="hero-lead mt-2 text-lead text-text-2 phone:mt-6">{text('home.hero.lead')}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2.5">
            <PopupButton
              popup="meeting"
              openPopup={openPopup}
              aria-haspopup={undefined}
              className="button button-lamp"
            >
              {text('home.hero.book')}
            </PopupButton>
            <LinkWithoutScript href={localPath(language, '/booking')} className="button button-lamp">
              {text('home.hero.book')}
            </LinkWithoutScript>
            <PopupButton popup="question" openPopup={openPopup} className="button-link">
              {text('home.hero.ask')}
            </PopupButton>
            <LinkWithoutScript className="button-link">{text('home.hero.ask')}</LinkWithoutScript>
          </div>
          {/* On a narrow screen it lies over bricks, which are too bright for a note's own colour. */}
          <p className="mt-4 text-small text-text-2 wide:text-text-3">
            {text('home.hero.fine')}{' '}
            {!isCalendarLink() && text('home.hero.calendar', { host: calendarHost() })}
          </p>
          {outcome}
        </div>
        <Facade openPopup={openPopup} />
      </div>
      <div className="kerb" aria-hidden="true" />
    </section>
  );
}

/** A heading whose sentences (separated by `\n`) each start a new line and are balanced separately. */
function Lines({ children }: { children: string }) {
  return children.split('\n').map((line, index) => (
    <span key={index} className="block">
      {line}{' '}
    </span>
  ));
}
