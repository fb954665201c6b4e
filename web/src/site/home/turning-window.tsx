import { localPath, inLanguage, type Person, pictureSet, type TextLanguage } from '@voordeur/contracts/http';
import { useState } from 'react';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { RoundWindow, Silhouette } from '../../ui/drawings/windows';
import { Link } from '../../ui/link';
import { PopupButton, type PopupOpener } from './popup-button';

/**
 * The round window, which turns on hover, focus or a tap, with three round buttons around it. The person who opens the
 * door looks out of it; their name is next to it too (`SignedBy`), since its button has a name of its own.
 */
export function TurningWindow({ openPopup }: { openPopup: PopupOpener }) {
  const text = useText();
  const language = useLanguage();
  const [turned, setTurned] = useState(false);
  const { person } = site;
  return (
    <div className="round relative mx-auto aspect-square w-full max-w-90 columns:max-w-107.5">
      <button
        type="button"
        className="turning"
        aria-label={text('home.about.turn')}
        aria-pressed={turned}
        onClick={() => setTurned(!turned)}
      >
        <span className="turning-both">
          <span className="turning-side">
            <RoundWindow />
            {person && (
              <>
                <Face person={person} />
                <span className="front-name">{nameAndTown(person, language)}</span>
              </>
            )}
          </span>
          <span className="turning-side turning-back">{text('home.about.back')}</span>
        </span>
      </button>
      <PopupButton popup="setups" openPopup={openPopup} className="push top-[4%] left-0">
        {text('home.tiles.setups')}
      </PopupButton>
      <PopupButton popup="agents" openPopup={openPopup} className="push top-[31%] right-[-1%]">
        {text('home.tiles.agents')}
      </PopupButton>
      <Link to={localPath(language, '/learn')} className="push bottom-[-1%] left-[9%]">
        {text('home.tiles.learn')}
      </Link>
    </div>
  );
}

/** The owner's signature, name and town, under their own words; nothing where the owner names nobody. */
export function SignedBy() {
  const language = useLanguage();
  const { person } = site;
  if (!person) return null;
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
      {person.signature !== undefined && (
        <img src={person.signature} alt="" width="150" height="50" loading="lazy" className="signature" />
      )}
      <span className="text-small text-text-2">{nameAndTown(person, language)}</span>
    </p>
  );
}

/** The person's portrait in a circle, or a silhouette against the light. A drawing only. */
export function Face({ person: { portrait } }: { person: Person }) {
  return (
    <span className="face">
      {portrait === undefined ? (
        <Silhouette />
      ) : (
        <picture className="contents">
          {(['avif', 'webp'] as const).map((format) => {
            const srcSet = pictureSet(portrait, format);
            return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} sizes="12rem" />;
          })}
          <img src={portrait} alt="" className="size-full object-cover" />
        </picture>
      )}
    </span>
  );
}

export function nameAndTown({ name, town }: Person, language: TextLanguage): string {
  return town ? `${name}, ${inLanguage(town, language)}` : name;
}
