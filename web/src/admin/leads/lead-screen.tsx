import { labelledFields, type LeadReply, type OneLeadAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useText, useLanguageName } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { Shortcuts } from '../../ui/shortcuts';
import { DeliveryCard } from '../deliveries/delivery-card';
import {
  leadsPath,
  useAnswerLead,
  useReleaseLead,
  senderOf,
  reasonsOf,
  kindLabels,
  describeVisit,
  signupLabels,
} from './lead';
import { AnswerClock } from './answer-clock';
import type { LeadNeighbours } from './lead-list';
import { PersonPanel } from './person-panel';
import { ReplyPanel } from './reply-panel';
import { TimelinePanel } from './timeline-panel';
import { TreatmentForm } from './treatment-form';

/** One lead: its text, where it came from, the state of its webhooks, and the owner's treatment of it. */
export default function LeadScreen() {
  const text = useText();
  const { pathname, state: neighbours } = useLocation() as Location<LeadNeighbours | null>;
  const id = pathname.split('/').at(-1) ?? '';
  const query = useQuery<OneLeadAnswer>({
    queryKey: [leadsPath, encodeURIComponent(id)],
    ...readWhenOpened,
    // Until the outcome of a reply is known, which takes a second unless the mail server is away.
    refetchInterval: ({ state }) => (state.data?.replies.some(isJustWritten) ? replyLookMs : false),
  });
  const lead = query.data;
  const isUnknown = isRefusedFor('not-found', query.error);
  return (
    <>
      <Link
        to={`/admin/leads?${neighbours?.search ?? ''}`}
        state={{ q: neighbours?.q ?? '' }}
        className="button-link text-text-2"
      >
        {text('admin.lead.back')}
      </Link>
      {lead && !isUnknown ? (
        <OpenLead key={id} lead={lead} neighbours={neighbours} />
      ) : (
        <ScreenHead title={text('admin.lead.title')} />
      )}
      {isUnknown ? (
        <div className="panel" role="alert">
          <Empty>{text('admin.lead.unknown')}</Empty>
        </div>
      ) : (
        <QueryStates
          query={query}
          fetching={text('admin.lead.fetching')}
          failed={text('admin.lead.notFetched')}
        />
      )}
    </>
  );
}

const replyLookMs = 2_000;
const justMs = 60_000;

function isJustWritten({ state, createdAt }: LeadReply): boolean {
  return state === 'sending' && Date.now() - Date.parse(createdAt) < justMs;
}

interface OpenProps {
  lead: OneLeadAnswer;
  neighbours: LeadNeighbours | null;
}

function OpenLead({ lead, neighbours }: OpenProps) {
  const text = useText();
  return (
    <>
      <ScreenHead
        title={<bdi>{senderOf(lead)}</bdi>}
        note={
          <>
            {lead.answer && <AnswerClock clock={lead.answer} />}
            {lead.imported && <span className="tag">{text('admin.leads.imported')}</span>}
          </>
        }
      >
        <LeadShortcuts lead={lead} neighbours={neighbours} />
      </ScreenHead>
      {/* The reply form comes right after the text in one column, and next to it in two. */}
      <div className="grid grid-cols-1 items-start gap-3.5 columns:grid-cols-2-1 columns:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-3.5">
          {lead.verdict === 'quarantined' && <QuarantinePanel lead={lead} />}
          <Panel span={12} title={text('admin.lead.text')}>
            {lead.idea === null ? (
              <p className="mt-3 text-text-2">{text('admin.lead.noText')}</p>
            ) : (
              <p className="mt-3 max-w-text whitespace-pre-wrap wrap-anywhere" dir="auto">
                {lead.idea}
              </p>
            )}
          </Panel>
          <ReplyPanel lead={lead} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5 columns:col-start-2 columns:row-span-2 columns:row-start-1">
          <TreatmentForm lead={lead} />
          <LeadFacts lead={lead} />
          <PersonPanel person={lead.email === null ? { phone: lead.phone ?? '' } : { email: lead.email }} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <TimelinePanel id={lead.id} />
          <Panel span={12} title={text('admin.lead.deliveries')}>
            {lead.deliveries.length === 0 ? (
              <p className="mt-3 text-text-2">{text('admin.lead.noDeliveries')}</p>
            ) : (
              lead.deliveries.map((one) => (
                <div key={one.id}>
                  <DeliveryCard delivery={one} />
                </div>
              ))
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Next and previous are those of the list that this lead was opened from. */
function LeadShortcuts({ lead, neighbours }: OpenProps) {
  const text = useText();
  const navigate = useNavigate();
  const { mutate: markAnswered } = useAnswerLead();
  const place = neighbours?.ids.indexOf(lead.id) ?? -1;
  const goTo = (id: string | undefined) => {
    if (id !== undefined) void navigate(`/admin/leads/${id}`, { replace: true, state: neighbours });
  };
  const next = {
    key: 'j',
    description: text('admin.leads.keyNext'),
    run: () => goTo(neighbours?.ids[place + 1]),
  };
  const previous = {
    key: 'k',
    description: text('admin.leads.keyPrevious'),
    run: () => goTo(neighbours?.ids[place - 1]),
  };
  const answered = {
    key: 'e',
    description: text('admin.leads.keyAnswered'),
    run: () => markAnswered(lead),
  };
  return <Shortcuts shortcuts={place === -1 ? [answered] : [next, previous, answered]} />;
}

/** Why a lead is in quarantine, and the effect of releasing it. */
function QuarantinePanel({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const release = useReleaseLead();
  return (
    <Panel span={12} title={text('admin.leads.quarantined')}>
      <ul className="mt-3 list-disc pl-5">
        {reasonsOf(lead, text).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="mt-2 mb-4 max-w-text text-text-2">{text('admin.leads.quarantineText')}</p>
      <div>
        <Button
          variant="line"
          // Once requested, the worker does it; a moment later the lead itself shows it.
          busyLabel={release.isPending ? text('admin.leads.releasing') : undefined}
          disabled={release.isSuccess}
          onClick={() => release.mutate(lead.id)}
        >
          {text('admin.leads.release')}
        </Button>
      </div>
    </Panel>
  );
}

const noVisitLabels = {
  ambiguous: 'admin.lead.ambiguous',
  unknown: 'admin.lead.unknownVisit',
  'not-counted': 'admin.lead.notCounted',
} as const;

/** Facts about a lead other than its text. */
function LeadFacts({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const { visit } = lead;
  const typed = (value: string | null) => value !== null && <bdi>{value}</bdi>;
  const facts: [name: string, value: ReactNode][] = [
    [text('admin.leads.kind'), text(kindLabels[lead.kind])],
    [text('admin.lead.wish'), lead.signupKind && text(signupLabels[lead.signupKind])],
    [text('admin.lead.received'), <Instant time={lead.receivedAt} exact />],
    [text('admin.lead.due'), lead.answer && <Instant time={lead.answer.dueAt} />],
    [text('admin.lead.answered'), lead.answeredAt && <Instant time={lead.answeredAt} />],
    [text('admin.leads.language'), lead.language && languageNameOf(lead.language)],
    [text('admin.lead.consent'), typed(lead.consent)],
    [text('admin.subscribers.bounced'), lead.bounce && <Instant time={lead.bounce.at} />],
    ...labelledFields(lead).map(([label, value]): [string, ReactNode] => [text(label), typed(value)]),
    [
      text('admin.lead.watched'),
      lead.watchTime !== null && text('admin.lead.seconds', { seconds: lead.watchTime }),
    ],
    [text('admin.lead.source'), typed(describeVisit(lead, text))],
    [text('admin.lead.firstPage'), typed(visit.firstPage)],
    [text('admin.lead.referrer'), typed(visit.referrer)],
    ['utm_source', typed(visit.utmSource)],
    ['utm_medium', typed(visit.utmMedium)],
    ['utm_campaign', typed(visit.utmCampaign)],
    [text('admin.lead.remarks'), reasonsOf(lead, text).join(', ')],
  ];
  return (
    <Panel span={12} title={text('admin.lead.facts')}>
      <div className="mt-3">
        <Facts facts={facts} />
      </div>
      {lead.bounce && (
        <p className="mt-3 text-note text-text-3">
          {text('admin.subscribers.bounceText', { status: lead.bounce.status })}
        </p>
      )}
      {lead.imported && <p className="mt-3 text-note text-text-3">{text('admin.leads.importedText')}</p>}
      {!lead.imported && visit.match !== 'certain' && (
        <p className="mt-3 text-note text-text-3">{text(noVisitLabels[visit.match])}</p>
      )}
    </Panel>
  );
}
