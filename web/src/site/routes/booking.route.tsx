import { isCalendarLink } from '../../config/calendar';
import { timings } from '../../config/timings';
import { Scheduler } from '../booking/scheduler';
import { ProposeTimeForm } from '../forms/propose-time-form';
import { useText } from '../../i18n/use-text';
import { BackLink } from '../../ui/back-link';
import { PageTitle } from '../../ui/number-plate';
import type { Page } from '../pages/paths';

export default function BookingRoute({ page }: { page: Page }) {
  const text = useText();
  const benefits = [
    { name: text('booking.minutes'), description: text('booking.minutesText') },
    { name: text('booking.oneOnOne'), description: text('booking.oneOnOneText') },
    { name: text('booking.flexible'), description: text('booking.flexibleText') },
    { name: text('booking.expert'), description: text('booking.expertText') },
  ];
  const expected = [
    text('booking.expect1'),
    text('booking.expect2'),
    text('booking.expect3'),
    text('booking.expect4'),
  ];
  return (
    <div className="wrap page">
      <BackLink language={page.language} scrollAfterMs={timings.bookingBackScrollMs} />
      <div className="booking-head mt-5 grid items-start gap-x-16 gap-y-6">
        <div>
          <PageTitle number={10} title={text('booking.headline')} lead={text('booking.lead')} narrow />
        </div>
        <Scheduler propose={(onSent) => <ProposeTimeForm onSent={onSent} />} />
      </div>
      {isCalendarLink() && (
        <div className="card mt-6">
          <ProposeTimeForm />
        </div>
      )}
      <dl
        aria-label={text('booking.benefits')}
        className="mt-[clamp(2.5rem,5vw,4rem)] grid gap-x-16 gap-y-6 border-t border-line pt-6 phone:max-columns:grid-cols-2 columns:grid-cols-5-7"
      >
        {benefits.map(({ name, description }, index) => (
          <div key={index}>
            <dt className="font-display text-term font-semibold">{name}</dt>
            <dd className="mt-1 text-small text-text-2">{description}</dd>
          </div>
        ))}
      </dl>
      <section
        aria-labelledby="expect"
        className="mt-[clamp(3rem,6vw,5rem)] grid gap-x-16 gap-y-5 columns:grid-cols-5-7"
      >
        <h2 id="expect" className="text-h2">
          {text('booking.expect')}
        </h2>
        <ul className="grid">
          {expected.map((line, index) => (
            <li key={index} className="flex items-baseline gap-4 border-t border-line py-4 text-lead">
              <span className="lamp-dot" aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
