import type { LeadOfPage } from '@voordeur/contracts/http';
import { useLanguageName, useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { AnswerClock } from './answer-clock';
import { Link } from '../../ui/link';
import { kindLabels, describeVisit, reasonsOf, senderOf, signupLabels, statusLabels } from './lead';
import type { LeadSearch } from './lead-filters';

/** The list passes these to the lead opened from it: its neighbours, and the way back. */
export interface LeadNeighbours extends LeadSearch {
  ids: string[];
  search: string;
}

interface Props {
  leads: LeadOfPage[];
  search: string;
  q: string;
  busyId: string | undefined;
  onRelease: (id: string) => void;
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

/**
 * Leads as rows; a whole row but its checkbox is one link, with the focus ring around it. `<bdi>` isolates strangers'
 * text from our own words.
 */
export function LeadList({ leads, search, q, busyId, onRelease, selected, onSelect }: Props) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const ids = leads.map(({ id }) => id);
  const state: LeadNeighbours = { ids, search, q };
  const areAll = ids.every((id) => selected.has(id));
  return (
    <>
      <label className="mb-1 inline-flex min-h-10 items-center gap-3 pl-4 text-text-2">
        <input
          type="checkbox"
          className="size-5 accent-lamp"
          checked={areAll}
          ref={(box) => {
            if (box) box.indeterminate = !areAll && ids.some((id) => selected.has(id));
          }}
          onChange={() => onSelect(ids, !areAll)}
        />
        {text('admin.leads.selectAll')}
      </label>
      <ol className="panel overflow-hidden p-0" aria-label={text('admin.leads.title')}>
        {leads.map((lead) => (
          <li
            key={lead.id}
            className="relative grid grid-cols-[auto_1fr_auto] gap-x-5 gap-y-1.5 border-b border-line px-4 py-3.5 last:border-b-0 hover:bg-paint has-[[data-lead]:focus-visible]:bg-paint has-[[data-lead]:focus-visible]:outline-2 has-[[data-lead]:focus-visible]:-outline-offset-2 has-[[data-lead]:focus-visible]:outline-lamp-hi columns:grid-cols-[auto_minmax(0,1fr)_15rem_13rem]"
          >
            {/* Above the row's link, with room around it for a finger. */}
            <label className="relative z-1 -m-2 row-span-2 self-start p-2 columns:row-span-1">
              <input
                type="checkbox"
                className="size-5 accent-lamp"
                aria-label={text('admin.leads.select', { sender: senderOf(lead) })}
                checked={selected.has(lead.id)}
                onChange={() => onSelect([lead.id], !selected.has(lead.id))}
              />
            </label>
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
                {lead.signupKind && <span className="tag">{text(signupLabels[lead.signupKind])}</span>}
                {lead.imported && <span className="tag">{text('admin.leads.imported')}</span>}
                {lead.replyFailed && (
                  <span className="tag text-alarm">{text('admin.leads.replyFailed')}</span>
                )}
                {lead.bounce && <span className="tag text-alarm">{text('admin.subscribers.bounced')}</span>}
              </p>
              {lead.verdict === 'quarantined' && (
                <p className="mt-0.5 text-text-2">{reasonsOf(lead, text).join(', ')}</p>
              )}
              {lead.idea !== null && (
                <p className="mt-0.5 truncate text-text-2" dir="auto">
                  {lead.idea.slice(0, 300)}
                </p>
              )}
            </div>
            <p className="min-w-0 text-text-2">
              {text(kindLabels[lead.kind])}
              {lead.language !== null && ` · ${languageNameOf(lead.language)}`}
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
                    {text(statusLabels[lead.status])}
                    {lead.delivery === 'failed' && (
                      <span className="text-alarm"> · {text('admin.leads.deliveryFailed')}</span>
                    )}
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
