import { type BookedAnswer, inLanguage, type OfferedKind } from '@voordeur/contracts/http';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { cityOf } from '../../lib/format';
import { useTimeWords } from './own-calendar-times';

interface HeadingProps {
  /** Takes the focus over from the button that led to this step, which is gone. */
  focused?: boolean;
  children: ReactNode;
}

/** The heading of a step of the calendar. */
export function StepHeading({ focused = true, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-h3 outline-none first-letter:uppercase">
      {children}
    </h2>
  );
}

interface TimesProps {
  times: string[];
  onChoose: (time: string) => void;
  /** The day is known already. */
  ofOneDay?: boolean;
}

export function TimeButtons({ times, onChoose, ofOneDay = false }: TimesProps) {
  const { soon, timeOf } = useTimeWords();
  return (
    <ul className={`own-times ${ofOneDay ? 'own-times-short' : ''}`}>
      {times.map((time) => (
        <li key={time}>
          <button type="button" className="button button-line" onClick={() => onChoose(time)}>
            <time dateTime={time} className="first-letter:uppercase">
              {ofOneDay ? timeOf(time) : soon(time)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface MeetingProps {
  kind: OfferedKind;
  /** The site's time zone. */
  siteZone: string;
}

/** The time whose form is shown below it. */
export function Chosen({ kind, startsAt, siteZone }: MeetingProps & { startsAt: string }) {
  const text = useText();
  const language = useLanguage();
  const { span } = useTimeWords();
  const endsAt = new Date(Date.parse(startsAt) + kind.minutes * 60_000).toISOString();
  return (
    <>
      <StepHeading key={startsAt}>{span(startsAt, endsAt)}</StepHeading>
      <p className="mt-1 text-text-2">
        {inLanguage(kind.name, language)}, {text('meeting.minutes', { minutes: kind.minutes })}
      </p>
      <Elsewhere startsAt={startsAt} siteZone={siteZone} />
    </>
  );
}

/** The confirmation. The place is in the mail, and here if none is sent. */
export function Booked({
  booked,
  email,
  kind,
  siteZone,
}: MeetingProps & { booked: BookedAnswer; email: string }) {
  const text = useText();
  const language = useLanguage();
  const { span } = useTimeWords();
  const { startsAt, endsAt, place, sendsMail, changeUrl } = booked;
  return (
    <>
      <StepHeading>{text('meeting.isBooked')}</StepHeading>
      <p className="mt-3 text-lead first-letter:uppercase">{span(startsAt, endsAt)}</p>
      <p className="text-text-2">{inLanguage(kind.name, language)}</p>
      <Elsewhere startsAt={startsAt} siteZone={siteZone} />
      <p className="mt-4 max-w-column wrap-anywhere">
        {sendsMail && text('calendar.byMail', { email })}
        {!sendsMail && place.text !== '' && text('calendar.reach', { place: place.text })}
      </p>
      <a href={changeUrl} className="button-link mt-2">
        {text('calendar.change')}
      </a>
    </>
  );
}

/** The same time by the site's clock, where that shows another one. */
function Elsewhere({ startsAt, siteZone }: { startsAt: string; siteZone: string }) {
  const text = useText();
  const { elsewhere } = useTimeWords();
  const when = elsewhere(startsAt, siteZone);
  if (when === null) return null;
  return <p className="text-small text-text-2">{text('calendar.there', { city: cityOf(siteZone), when })}</p>;
}
