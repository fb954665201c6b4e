import { rangeNames, type Comparison, type RangeName } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { AdminForm } from '../../ui/admin-form';
import { Field } from '../../ui/field';
import { Link } from '../../ui/link';
import { faultOfDays, searchOf, type Period } from './period';

export const rangeLabels: Record<RangeName, MessageKey> = {
  today: 'admin.analytics.range.today',
  yesterday: 'admin.analytics.range.yesterday',
  '7d': 'admin.analytics.range.7d',
  '30d': 'admin.analytics.range.30d',
  '90d': 'admin.analytics.range.90d',
  'month-to-date': 'admin.analytics.range.month',
  '6m': 'admin.analytics.range.6m',
  '12m': 'admin.analytics.range.12m',
  'last-year': 'admin.analytics.range.lastYear',
  all: 'admin.analytics.range.all',
};

const comparisonLabels: [Comparison, MessageKey][] = [
  ['before', 'admin.analytics.compare.before'],
  ['year', 'admin.analytics.compare.year'],
  ['none', 'admin.analytics.compare.none'],
];

const item =
  'inline-flex min-h-9 items-center rounded-small px-2 text-text-2 transition-colors duration-160 hover:text-text current:bg-lamp/11 current:text-lamp-hi';

interface Props {
  period: Period;
  onChosen: () => void;
}

/** Links, so each view has its address, and back and forward move between them. */
export function PeriodPicker({ period, onChosen }: Props) {
  const text = useText();
  const { range, comparison } = period;
  const isOwn = typeof range !== 'string';
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <div className="grid gap-2">
        <Choices label={text('admin.analytics.range.label')}>
          {rangeNames.map((name) => (
            <Link
              key={name}
              to={searchOf({ ...period, range: name })}
              aria-current={name === range ? 'true' : undefined}
              className={item}
              onClick={onChosen}
            >
              {text(rangeLabels[name])}
            </Link>
          ))}
          <button
            type="button"
            aria-expanded={isOwn || choosing}
            aria-current={isOwn ? 'true' : undefined}
            className={item}
            onClick={() => setChoosing(!choosing)}
          >
            {text('admin.analytics.range.own')}
          </button>
        </Choices>
        <Choices label={text('admin.analytics.compare.label')} isShown>
          {comparisonLabels.map(([name, key]) => (
            <Link
              key={name}
              to={searchOf({ ...period, comparison: name })}
              aria-current={name === comparison ? 'true' : undefined}
              className={item}
              onClick={onChosen}
            >
              {text(key)}
            </Link>
          ))}
        </Choices>
      </div>
      {(isOwn || choosing) && <OwnDaysForm {...{ period, onChosen }} />}
    </>
  );
}

interface ChoicesProps {
  label: string;
  /** The choices don't speak for themselves. */
  isShown?: boolean;
  children: ReactNode;
}

function Choices({ label, isShown, children }: ChoicesProps) {
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center gap-0.5 rounded-control border border-line bg-street p-0.75 max-phone:w-full"
    >
      {isShown && (
        <span className="px-2 text-note text-text-3 max-phone:w-full max-phone:px-2.5 max-phone:pt-1">
          {label}
        </span>
      )}
      {children}
    </nav>
  );
}

const faultLabels: Record<NonNullable<ReturnType<typeof faultOfDays>>, MessageKey> = {
  missing: 'admin.analytics.own.missing',
  order: 'admin.analytics.own.order',
  'too-many': 'admin.analytics.own.tooMany',
};

/** Days of the owner's own choice. They're in the address once they're right. */
function OwnDaysForm({ period, onChosen }: Props) {
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
    if (!right) return;
    onChosen();
    void navigate(searchOf({ ...period, range: days }));
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
