import { type BookedAnswer, inLanguage, type OfferedKind, type TimesAnswer } from '@voordeur/contracts/http';
import { useEffect, useState } from 'react';
import { ExtraTexts } from '../../i18n/extra-texts';
import { useLanguage, useText } from '../../i18n/use-text';
import { reportGoal } from '../../lib/counting';
import { cityOf } from '../../lib/format';
import { showSpamReminder } from '../../ui/sent-scene';
import { BookingForm } from './own-calendar-form';
import { OwnCalendarLoading, type OwnCalendarProps, ProposeInstead } from './own-calendar-instead';
import { MonthOfTimes } from './own-calendar-month';
import { Booked, Chosen, StepHeading, TimeButtons } from './own-calendar-steps';
import { fetchTimes, useTimeWords, visitorZone } from './own-calendar-times';
import './own-calendar.css';

/** The site's own calendar: free times, the form for the chosen one, and the confirmation, in one place of the page. */
export default function OwnCalendar(props: OwnCalendarProps) {
  return (
    <ExtraTexts catalogue="calendar">
      <div className="own-part">
        <Calendar {...props} />
      </div>
    </ExtraTexts>
  );
}

type Step =
  | { at: 'next' }
  | { at: 'days' }
  | { at: 'form'; startsAt: string }
  /** Another visitor was faster; `next` are the times to choose from now. */
  | { at: 'taken'; next: string[] }
  | { at: 'booked'; booked: BookedAnswer; email: string }
  | { at: 'down' };

function Calendar({ propose, onPressed }: OwnCalendarProps) {
  const text = useText();
  const [kindId, setKindId] = useState<string>();
  const [step, setStep] = useState<Step>({ at: 'next' });
  const [isPressed, setIsPressed] = useState(false);
  const times = useTimes(kindId);

  function press(next: Step, kind = kindId) {
    setStep(next);
    setKindId(kind);
    setIsPressed(true);
    onPressed?.();
  }

  const kind = times?.kinds.find(({ id }) => id === times.kind);
  if (times === null || step.at === 'down' || (times && !kind))
    return <ProposeInstead propose={propose} why={text('booking.down')} />;
  if (!times || !kind) return <OwnCalendarLoading />;
  if (times.kinds.length > 1 && kindId === undefined)
    return <Kinds kinds={times.kinds} focused={isPressed} onChoose={({ id }) => press({ at: 'next' }, id)} />;

  const choose = (startsAt: string) => press({ at: 'form', startsAt });
  const daysLink = <StepLink onPress={() => press({ at: 'days' })}>{text('calendar.otherDays')}</StepLink>;
  const nextLink = <StepLink onPress={() => press({ at: 'next' })}>{text('calendar.toNext')}</StepLink>;
  switch (step.at) {
    case 'next':
      if (times.next.length === 0) return <ProposeInstead propose={propose} why={text('calendar.none')} />;
      return (
        <>
          <StepHeading focused={isPressed}>{text('calendar.next')}</StepHeading>
          <TimeButtons times={times.next} onChoose={choose} />
          <Zones times={times} />
          <p className="mt-2 flex flex-wrap gap-x-5">
            {daysLink}
            {times.kinds.length > 1 && (
              <StepLink onPress={() => setKindId(undefined)}>{text('calendar.otherKind')}</StepLink>
            )}
          </p>
        </>
      );
    case 'days':
      return (
        <>
          <MonthOfTimes
            kind={kind.id}
            from={times.next[0]}
            onChoose={choose}
            onFailed={() => setStep({ at: 'down' })}
          />
          <Zones times={times} />
          <p className="mt-2">{nextLink}</p>
        </>
      );
    case 'taken':
      return (
        <>
          <StepHeading>{text(step.next.length > 0 ? 'calendar.taken' : 'calendar.takenNone')}</StepHeading>
          <TimeButtons times={step.next} onChoose={choose} />
          <p className="mt-2">{daysLink}</p>
        </>
      );
    case 'form': {
      const { startsAt } = step;
      return (
        <>
          <Chosen kind={kind} startsAt={startsAt} siteZone={times.timeZone} />
          <BookingForm
            key={startsAt}
            kind={kind}
            startsAt={startsAt}
            timeZone={visitorZone(times.timeZone)}
            onTaken={(next) => press({ at: 'taken', next })}
            onBooked={(booked, email) => {
              press({ at: 'booked', booked, email });
              if (booked.sendsMail) showSpamReminder();
            }}
          />
          <p className="mt-2 flex flex-wrap gap-x-5">
            {nextLink}
            {daysLink}
          </p>
        </>
      );
    }
    case 'booked':
      return <Booked {...step} kind={kind} siteZone={times.timeZone} />;
  }
}

/** The free times of a kind, of the first one until one is chosen; undefined while they're read, null if they can't be. */
function useTimes(kind: string | undefined): TimesAnswer | null | undefined {
  const [read, setRead] = useState<{ kind: string | undefined; times: TimesAnswer | null }>();
  useEffect(() => {
    let isCurrent = true;
    function keep(times: TimesAnswer | null) {
      if (!isCurrent) return;
      setRead({ kind, times });
      if (times) reportGoal('calendar-opened');
    }
    fetchTimes(kind === undefined ? {} : { kind }).then(keep, () => keep(null));
    return () => {
      isCurrent = false;
    };
  }, [kind]);
  return read?.kind === kind ? read?.times : undefined;
}

interface KindsProps {
  kinds: OfferedKind[];
  focused: boolean;
  onChoose: (kind: OfferedKind) => void;
}

function Kinds({ kinds, focused, onChoose }: KindsProps) {
  const text = useText();
  const language = useLanguage();
  return (
    <>
      <StepHeading focused={focused}>{text('calendar.kinds')}</StepHeading>
      <ul className="mt-4 grid gap-2.5">
        {kinds.map((kind) => (
          <li key={kind.id}>
            <button type="button" className="button button-line own-kind" onClick={() => onChoose(kind)}>
              <span>{inLanguage(kind.name, language)}</span>
              <span className="font-normal text-text-2">
                {text('meeting.minutes', { minutes: kind.minutes })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The city whose clock the times are by, where the site's clock shows others. */
function Zones({ times: { next, days, timeZone } }: { times: TimesAnswer }) {
  const text = useText();
  const { elsewhere } = useTimeWords();
  const some = [...next, ...days.flatMap((day) => day.times)];
  if (some.every((time) => elsewhere(time, timeZone) === null)) return null;
  const [here, there] = [cityOf(visitorZone(timeZone)), cityOf(timeZone)];
  return <p className="mt-3 text-small text-text-2">{text('calendar.zones', { here, there })}</p>;
}

function StepLink({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className="button-link" onClick={onPress}>
      {children}
    </button>
  );
}
