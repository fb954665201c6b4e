import type { HomeAnswer } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Empty } from '../../ui/query-states';
import { AnswerClock } from '../leads/answer-clock';
import type { LeadNeighbours } from '../leads/lead-list';

type Waiting = Pick<HomeAnswer, 'waiting' | 'waitingCount' | 'quarantined' | 'medianAnswerMinutes'>;

/** Where a lead is answered, and among which others it's opened. */
export function replyTo(id: string, waiting: HomeAnswer['waiting']) {
  const state: LeadNeighbours = { ids: waiting.map((lead) => lead.id), search: '', q: '' };
  return { to: `/admin/leads/${id}#reply`, state };
}

/** Leads that wait for an answer, sorted by when it's due; the first has the one lit button. */
export function WaitingPanel({ waiting, waitingCount, quarantined, medianAnswerMinutes }: Waiting) {
  const text = useText();
  return (
    <section aria-labelledby="waiting" className="panel">
      <h2 id="waiting" className="text-h3">
        {text('admin.dashboard.waiting')}
      </h2>
      {waiting.length === 0 ? (
        <div className="grid grow content-center">
          <Empty>{text('admin.dashboard.nobody')}</Empty>
        </div>
      ) : (
        <ol className="mt-2" aria-labelledby="waiting">
          {waiting.map(({ id, sender, excerpt, answer }, place) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-1 border-b border-line py-3 phone:grid-cols-[minmax(0,1fr)_auto_auto]"
            >
              <Link
                {...replyTo(id, waiting)}
                to={`/admin/leads/${id}`}
                className="col-span-2 truncate font-semibold hover:underline phone:col-span-1"
              >
                <bdi>{sender}</bdi>
              </Link>
              <p
                className="col-span-2 line-clamp-2 text-text-2 wrap-anywhere phone:col-span-1 phone:line-clamp-1"
                dir="auto"
              >
                {excerpt}
              </p>
              <p className="phone:col-start-2 phone:row-span-2 phone:row-start-1">
                <AnswerClock clock={answer} />
              </p>
              <Link
                {...replyTo(id, waiting)}
                aria-label={text('admin.dashboard.replyTo', { sender })}
                className={`button button-small phone:col-start-3 phone:row-span-2 phone:row-start-1 ${place === 0 ? 'button-lamp' : 'button-line'}`}
              >
                {text('admin.dashboard.reply')}
              </Link>
            </li>
          ))}
        </ol>
      )}
      {medianAnswerMinutes !== undefined && <MedianAnswer minutes={medianAnswerMinutes} />}
      <p className="-mb-2 flex flex-wrap gap-x-6 pt-1">
        <Link to="/admin/leads" className="button-link text-text-2">
          {text('admin.dashboard.inbox', { more: waitingCount - waiting.length })}
        </Link>
        {quarantined > 0 && (
          <Link to="/admin/leads?box=quarantine" className="button-link text-text-2">
            {text('admin.dashboard.heldBack', { count: quarantined })}
          </Link>
        )}
      </p>
    </section>
  );
}

/** The time in the largest unit that says enough: "50 minutes", "3.5 hours", "2 days". */
function MedianAnswer({ minutes }: { minutes: number }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const [value, unit] =
    minutes < 90
      ? ([minutes, 'minute'] as const)
      : minutes < 48 * 60
        ? ([minutes / 60, 'hour'] as const)
        : ([minutes / 1_440, 'day'] as const);
  const time = formatNumber(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
  return <p className="pt-3 text-note text-text-3">{text('admin.dashboard.medianAnswer', { time })}</p>;
}
