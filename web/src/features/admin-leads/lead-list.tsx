import type { LeadOfPage } from '@voordeur/contracts/http';
import { languageWords } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { AnswerClock } from './answer-clock';
import { deliveryWords, kindWords, describeVisit, senderOf, statusWords } from './lead-words';
import { Link } from '../../ui/link';

/** What the list passes to the lead opened from it: its neighbours, and the way back. */
export interface LeadNeighbours {
  ids: string[];
  search: string;
}

interface Props {
  leads: LeadOfPage[];
  search: string;
  busyId: string | undefined;
  onRelease: (id: string) => void;
}

/**
 * Leads as rows; a whole row is one link, with the focus ring around it. `<bdi>` isolates what strangers typed from our
 * own words.
 */
export function LeadList({ leads, search, busyId, onRelease }: Props) {
  const text = useText();
  const state: LeadNeighbours = { ids: leads.map(({ id }) => id), search };
  return (
    <ol className="panel overflow-hidden p-0" aria-label={text('admin.leads.title')}>
      {leads.map((lead) => (
        <li
          key={lead.id}
          className="relative grid grid-cols-[1fr_auto] gap-x-5 gap-y-1.5 border-b border-line px-4 py-3.5 last:border-b-0 hover:bg-paint has-[[data-lead]:focus-visible]:bg-paint has-[[data-lead]:focus-visible]:outline-2 has-[[data-lead]:focus-visible]:-outline-offset-2 has-[[data-lead]:focus-visible]:outline-lamp-hi columns:grid-cols-[minmax(0,1fr)_15rem_13rem]"
        >
          <div className="col-span-2 min-w-0 columns:col-span-1">
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
              <Link
                to={`/admin/leads/${lead.id}`}
                state={state}
                data-lead={lead.id}
                className="max-w-full truncate font-semibold outline-none after:absolute after:inset-0"
              >
                <bdi>{senderOf(lead)}</bdi>
              </Link>
              {lead.answer && <AnswerClock clock={lead.answer} />}
              {lead.verdict === 'quarantined' && (
                <span className="tag">{text('admin.leads.quarantined')}</span>
              )}
              {lead.imported && <span className="tag">{text('admin.leads.imported')}</span>}
              {lead.bounce && <span className="tag text-alarm">{text('admin.subscribers.bounced')}</span>}
            </p>
            {lead.idea !== null && (
              <p className="mt-0.5 truncate text-text-2" dir="auto">
                {lead.idea.slice(0, 300)}
              </p>
            )}
          </div>
          <p className="min-w-0 text-text-2">
            {text(kindWords[lead.kind])}
            {lead.language !== null && ` · ${text(languageWords[lead.language])}`}
            <span className="block truncate text-text-3">
              <bdi>{describeVisit(lead, text)}</bdi>
            </span>
          </p>
          <div className="text-right text-text-2">
            <Instant time={lead.receivedAt} />
            <span className="block text-text-3">
              {lead.verdict === 'quarantined' ? (
                <button
                  type="button"
                  className="button-link relative"
                  disabled={busyId === lead.id}
                  aria-label={text('admin.leads.releaseOf', { sender: senderOf(lead) })}
                  onClick={() => onRelease(lead.id)}
                >
                  {text('admin.leads.release')}
                </button>
              ) : (
                <>
                  {text(statusWords[lead.status])} ·{' '}
                  <span className={lead.delivery === 'failed' ? 'text-alarm' : ''}>
                    {text(deliveryWords[lead.delivery])}
                  </span>
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}
