import { inLanguage, localPath } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { calendarHost, isCalendarLink, isOwnCalendar } from '../../config/calendar';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { NumberPlate } from '../../ui/number-plate';
import { LinkWithoutScript } from '../../ui/without-script';
import { Facade } from './facade';
import { PopupButton, type PopupOpener } from './popup-button';
import { Face, nameAndTown } from './turning-window';

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
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2.5">
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
          <Opener />
          {/* On a narrow screen it lies over bricks, which are too bright for a note's own colour. */}
          <p className="mt-3 text-small text-text-2 wide:text-text-3">
            {text('home.hero.fine')}{' '}
            {!isCalendarLink() && !isOwnCalendar() && text('home.hero.calendar', { host: calendarHost() })}
          </p>
          {outcome}
        </div>
        <Facade openPopup={openPopup} />
      </div>
      <div className="kerb" aria-hidden="true" />
    </section>
  );
}

/** The person who opens the door, and the price; as far as the owner has filled them in. */
function Opener() {
  const language = useLanguage();
  const { person, price } = site;
  if (!person && !price) return null;
  return (
    <div className="mt-5 flex items-center gap-3.5 text-small text-text-2">
      {person && <Face person={person} />}
      <p className="max-w-column">
        {person && <b className="font-semibold text-text">{nameAndTown(person, language)}. </b>}
        {price && bindAmounts(inLanguage(price, language))}
      </p>
    </div>
  );
}

/** No line ends between a sign and its sum, as in "€ 1.200". */
const bindAmounts = (sentence: string) => sentence.replaceAll(/(\p{Sc}) (?=\d)/gu, '$1\u00a0');

/** A heading whose sentences (separated by `\n`) each start a new line and are balanced separately. */
function Lines({ children }: { children: string }) {
  return children.split('\n').map((line, index) => (
    <span key={index} className="block">
      {line}{' '}
    </span>
  ));
}
