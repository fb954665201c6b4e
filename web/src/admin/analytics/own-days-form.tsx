import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { AdminForm } from '../../ui/admin-form';
import { Field } from '../../ui/field';
import { faultOfDays, searchOf, type Period } from './period';

const faultLabels: Record<NonNullable<ReturnType<typeof faultOfDays>>, MessageKey> = {
  missing: 'admin.analytics.own.missing',
  order: 'admin.analytics.own.order',
  'too-many': 'admin.analytics.own.tooMany',
};

/** Days of the owner's own choice. They're in the address once they're right. */
export default function OwnDaysForm({ period }: { period: Period }) {
  const { range } = period;
  const text = useText();
  const navigate = useNavigate();
  const [days, setDays] = useState(typeof range === 'string' ? { from: '', to: '' } : range);
  const [refused, setRefused] = useState(false);
  const fault = refused ? faultOfDays(days) : null;
  const error = fault === null ? undefined : text(faultLabels[fault]);

  const show = () => {
    const right = faultOfDays(days) === null;
    setRefused(!right);
    if (right) void navigate(searchOf({ ...period, range: days }));
  };
  return (
    <AdminForm
      noValidate
      aria-label={text('admin.analytics.range.own')}
      className="mt-3 flex flex-wrap items-start gap-x-3.5 gap-y-3"
      onSubmit={show}
    >
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="w-44 max-phone:w-full">
          <Field
            label={text(end === 'from' ? 'admin.analytics.own.from' : 'admin.analytics.own.to')}
            // The last of the two fields shows the error; a missing first day shows its own.
            error={(end === 'from') === (fault === 'missing' && days.from === '') ? error : undefined}
          >
            {(ties) => (
              <input
                {...ties}
                type="date"
                value={days[end]}
                onChange={({ currentTarget: { value } }) => setDays({ ...days, [end]: value })}
              />
            )}
          </Field>
        </div>
      ))}
      <button type="submit" className="button button-line mt-[1.72rem] max-phone:mt-0">
        {text('admin.analytics.own.show')}
      </button>
    </AdminForm>
  );
}
