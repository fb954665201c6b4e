import { lazy, Suspense } from 'react';
import { useText } from '../../i18n/use-text';
import { LoadBoundary } from '../../ui/late-part';
import { OwnCalendarLoading, type OwnCalendarProps, ProposeInstead } from './own-calendar-instead';

const OwnCalendar = lazy(() => import('./own-calendar'));

/** The site's own calendar, which comes in a file of its own; the form that proposes a time if that doesn't load. */
export function OwnCalendarPart(props: OwnCalendarProps) {
  const text = useText();
  return (
    <LoadBoundary fallback={<ProposeInstead propose={props.propose} why={text('booking.down')} />}>
      <Suspense fallback={<OwnCalendarLoading />}>
        <OwnCalendar {...props} />
      </Suspense>
    </LoadBoundary>
  );
}
