import { useQuery } from '@tanstack/react-query';
import type { BookingStatus, BookingsWithoutLead as Answer, LeadBooking } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';

export const bookingLabels: Record<BookingStatus, MessageKey> = {
  booked: 'admin.bookings.booked',
  moved: 'admin.bookings.moved',
  cancelled: 'admin.bookings.cancelled',
  'no-show': 'admin.bookings.noShow',
  attended: 'admin.bookings.attended',
};

/** Status changes of bookings: when reported, and when the meeting is. */
function BookingList({ bookings }: { bookings: (LeadBooking & Partial<Answer['bookings'][number]>)[] }) {
  const text = useText();
  return (
    <ul className="mt-3 grid gap-2">
      {bookings.map(({ id, status, email, phone, startsAt, occurredAt }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">
            {(email ?? phone) && <bdi className="font-semibold">{email ?? phone} </bdi>}
            {text(bookingLabels[status])}
            {startsAt !== null && (
              <>
                {': '}
                <Instant time={startsAt} />
              </>
            )}
          </span>
          <span className="text-text-3">
            <Instant time={occurredAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Bookings by people who sent no form. */
export function BookingsWithoutLead() {
  const text = useText();
  const { data } = useQuery<Answer>({ queryKey: ['/api/admin/bookings'], ...readWhenOpened });
  if (!data || data.bookings.length === 0) return null;
  return (
    <div className="mt-6">
      <Panel span={12} title={text('admin.bookings.withoutLead')}>
        <p className="mt-3 max-w-text text-text-2">{text('admin.bookings.withoutLeadText')}</p>
        <BookingList bookings={data.bookings} />
      </Panel>
    </div>
  );
}
