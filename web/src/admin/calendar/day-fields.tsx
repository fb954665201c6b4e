import { calendarLimits } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { TextField } from '../../ui/field';
import { HoursOfDay } from './hours-fields';
import type { CalendarFormState } from './use-calendar-form';

/** Days without meetings. */
export function DaysOffFields({ form: { settings, problems, change } }: { form: CalendarFormState }) {
  const text = useText();
  const { daysOff } = settings;
  const set = (next: typeof daysOff) => change({ ...settings, daysOff: next });
  return (
    <Entries
      title={text('admin.calendar.daysOff')}
      hint={text('admin.calendar.daysOffHint')}
      add={text('admin.calendar.addDaysOff')}
      onAdd={daysOff.length < calendarLimits.daysOff && (() => set([...daysOff, { from: '', to: '' }]))}
    >
      {daysOff.map(({ from, to }, index) => {
        const [fromProblem, toProblem] = (['from', 'to'] as const).map(
          (end) => problems[`daysOff.${index}.${end}`],
        );
        return (
          <Entry
            key={index}
            remove={text('admin.calendar.removeDaysOff', { n: index + 1 })}
            onRemove={() => set(daysOff.toSpliced(index, 1))}
          >
            <div className="grid grid-cols-1 gap-3 phone:grid-cols-2">
              <TextField
                type="date"
                label={text('admin.calendar.firstDay')}
                name={`daysOff.${index}.from`}
                value={from}
                error={fromProblem && text(fromProblem)}
                // One day, until the last one is another.
                onChange={({ target: { value } }) =>
                  set(daysOff.with(index, { from: value, to: to === '' || to === from ? value : to }))
                }
              />
              <TextField
                type="date"
                label={text('admin.calendar.lastDay')}
                name={`daysOff.${index}.to`}
                value={to}
                error={toProblem && text(toProblem)}
                onChange={({ target: { value } }) => set(daysOff.with(index, { from, to: value }))}
              />
            </div>
          </Entry>
        );
      })}
    </Entries>
  );
}

/** Days with other hours than those of the week. */
export function ExceptionFields({ form: { settings, problems, change } }: { form: CalendarFormState }) {
  const text = useText();
  const { exceptions } = settings;
  const set = (next: typeof exceptions) => change({ ...settings, exceptions: next });
  return (
    <Entries
      title={text('admin.calendar.exceptions')}
      hint={text('admin.calendar.exceptionsHint')}
      add={text('admin.calendar.addException')}
      onAdd={
        exceptions.length < calendarLimits.exceptions &&
        (() => set([...exceptions, { date: '', hours: [{ from: '09:00', to: '17:00' }] }]))
      }
    >
      {exceptions.map((exception, index) => {
        const path = `exceptions.${index}`;
        const problem = problems[`${path}.date`];
        const name = text('admin.calendar.exception', { n: index + 1 });
        return (
          <Entry
            key={index}
            remove={text('admin.calendar.removeException', { n: index + 1 })}
            onRemove={() => set(exceptions.toSpliced(index, 1))}
          >
            <div className="grid grid-cols-1 gap-3">
              <TextField
                type="date"
                label={text('admin.calendar.exceptionDay')}
                name={`${path}.date`}
                value={exception.date}
                error={problem && text(problem)}
                onChange={({ target: { value } }) =>
                  set(exceptions.with(index, { ...exception, date: value }))
                }
              />
              <HoursOfDay
                name={name}
                path={`${path}.hours`}
                hours={exception.hours}
                problems={problems}
                onChange={(hours) => set(exceptions.with(index, { ...exception, hours }))}
              />
            </div>
          </Entry>
        );
      })}
    </Entries>
  );
}

interface EntriesProps {
  title: string;
  hint: string;
  add: string;
  /** False where there are as many as may be. */
  onAdd: (() => void) | false;
  children: ReactNode;
}

function Entries({ title, hint, add, onAdd, children }: EntriesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{title}</legend>
      <p className="text-note text-text-3">{hint}</p>
      {children}
      {onAdd && (
        <button type="button" className="button-link" onClick={onAdd}>
          {add}
        </button>
      )}
    </fieldset>
  );
}

interface EntryProps {
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

function Entry({ remove, onRemove, children }: EntryProps) {
  return (
    <div className="mt-2 border-t border-line pt-3">
      {children}
      <button type="button" className="button-link text-text-2" onClick={onRemove}>
        {remove}
      </button>
    </div>
  );
}
