import { type Scheduler, type Weekday, weekdays } from '@voordeur/contracts/http';
import { useId } from 'react';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { BookingCheck } from './booking-check';
import { schedulers, settingNames } from './setting-fields';
import { useWeekdayName } from './setting-parts';
import { Setting, SettingInput } from './setting-inputs';
import type { SettingsForm } from './use-settings-form';

/** The calendar that visitors book in. */
export function SchedulerFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const { isLocked, isChanged } = form.settingOf('scheduler');
  const chosen = form.textAt('scheduler.provider');
  return (
    <Setting form={form} of="scheduler">
      <fieldset disabled={isLocked}>
        <legend className="mb-1 font-semibold">{text('admin.yourSite.provider')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {(Object.keys(schedulers) as Scheduler['provider'][]).map((provider) => (
            <label key={provider} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="scheduler.provider"
                className="size-4.5 accent-lamp"
                checked={chosen === provider}
                onChange={() => form.setText('scheduler.provider', provider)}
              />
              {text(schedulers[provider])}
            </label>
          ))}
        </div>
      </fieldset>
      {chosen === 'own' ? (
        <p className="text-text-2">
          {text('admin.yourSite.ownCalendarText')}{' '}
          {!isChanged && (
            <Link to="/admin/calendar" className="button-link">
              {text('admin.yourSite.toHours')}
            </Link>
          )}
        </p>
      ) : (
        <>
          <SettingInput form={form} path="scheduler.address" />
          <BookingCheck form={form} />
        </>
      )}
    </Setting>
  );
}

/** Days on which the hours of the promised answer don't count. */
export function DaysOffFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const nameOf = useWeekdayName();
  const id = useId();
  const { typed, isLocked } = form.settingOf('daysOff');
  const off = (typed ?? []) as Weekday[];
  const problem = form.problems['daysOff'];
  return (
    <Setting form={form} of="daysOff" hint={text('admin.yourSite.daysOffHint')}>
      <fieldset disabled={isLocked} aria-describedby={problem && id}>
        <legend className="mb-1 font-semibold">{text('admin.yourSite.daysOff')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {weekdays.map((day) => (
            <label key={day} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                name="daysOff"
                value={day}
                className="size-4.5 accent-lamp"
                aria-invalid={problem !== undefined || undefined}
                checked={off.includes(day)}
                onChange={({ target: { checked } }) => {
                  const next = weekdays.filter((one) => (one === day ? checked : off.includes(one)));
                  form.change('daysOff', next.length === 0 ? null : next);
                }}
              />
              <span className="first-letter:uppercase">{nameOf(day)}</span>
            </label>
          ))}
        </div>
        {problem && (
          <p id={id} className="mt-1 text-alarm">
            {text(problem)}
          </p>
        )}
      </fieldset>
    </Setting>
  );
}

interface YesProps {
  form: SettingsForm;
  of: 'asksName' | 'showsAnswerTime';
  hint?: string;
}

/** A setting that is a yes or a no. */
export function YesField({ form, of, ...hint }: YesProps) {
  const text = useText();
  const { typed, isLocked } = form.settingOf(of);
  return (
    <Setting form={form} of={of} {...hint}>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name={of}
          className="size-4.5 accent-lamp"
          disabled={isLocked}
          checked={typed === true}
          onChange={({ target: { checked } }) => form.change(of, checked || null)}
        />
        {text(settingNames[of])}
      </label>
    </Setting>
  );
}
