import type { OneDeliveryAnswer, OneLeadAnswer } from '@voordeur/contracts/http';
import { useMemo, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { HttpError } from '../../lib/http-error';
import { useOwnerCall, useRefusal, type Owner } from '../../lib/owner-call';
import { Empty } from '../../ui/empty';
import { Panel } from '../../ui/panel';
import { Fetching, NotFetched } from '../../ui/query-states';
import { Shortcuts } from '../../ui/shortcuts';
import { showToast } from '../../ui/toast/toast-store';
import { AnswerClock } from './answer-clock';
import { changeLead, useLead } from './lead-calls';
import { LeadFacts } from './lead-facts';
import type { LeadNeighbours } from './lead-list';
import { senderOf } from './lead-words';
import { PersonPanel } from './person-panel';
import { QuarantinePanel } from './quarantine-panel';
import { TreatmentForm } from './treatment-form';

interface Props {
  id: string;
  owner: Owner;
  /** How a delivery is shown. */
  delivery: (delivery: OneDeliveryAnswer) => ReactNode;
}

/** One lead: its text, where it came from, what became of its webhooks, and what the owner did about it. */
export function LeadScreen({ id, owner, delivery }: Props) {
  const text = useText();
  const { data: lead, error, isFetching, refetch } = useLead(owner, id);
  useRefusal(owner, error);
  const neighbours = useLocation().state as LeadNeighbours | null;
  const isUnknown = error instanceof HttpError && error.status === 404;
  return (
    <>
      <Link to={`/admin/leads?${neighbours?.search ?? ''}`} className="button-link text-text-2">
        {text('admin.lead.back')}
      </Link>
      {lead && !isUnknown ? (
        <OpenLead key={id} lead={lead} owner={owner} neighbours={neighbours} delivery={delivery} />
      ) : (
        <h1 className="mt-2 mb-6 text-[2rem] leading-[1.1]">{text('admin.lead.title')}</h1>
      )}
      {!lead && isFetching && <Fetching>{text('admin.lead.fetching')}</Fetching>}
      {isUnknown && (
        <div className="panel" role="alert">
          <Empty>{text('admin.lead.unknown')}</Empty>
        </div>
      )}
      {error && !isUnknown && !isFetching && (
        <NotFetched onRetry={() => void refetch()}>{text('admin.lead.notFetched')}</NotFetched>
      )}
    </>
  );
}

interface OpenProps {
  lead: OneLeadAnswer;
  owner: Owner;
  neighbours: LeadNeighbours | null;
  delivery: (delivery: OneDeliveryAnswer) => ReactNode;
}

function OpenLead({ lead, owner, neighbours, delivery }: OpenProps) {
  const text = useText();
  return (
    <>
      <div className="mt-2 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="max-w-full min-w-0 text-[clamp(1.5rem,5vw,2rem)] leading-[1.15] [overflow-wrap:anywhere]">
          <bdi>{senderOf(lead)}</bdi>
        </h1>
        {lead.answer && <AnswerClock of={lead.answer} />}
      </div>
      <LeadShortcuts lead={lead} owner={owner} neighbours={neighbours} />
      <div className="mt-3 grid grid-cols-12 items-start gap-3.5">
        <div className="col-span-12 grid gap-3.5 min-[901px]:col-span-8">
          {lead.verdict === 'quarantined' && <QuarantinePanel lead={lead} owner={owner} />}
          <Panel span={12} title={text('admin.lead.text')}>
            {lead.idea === null ? (
              <p className="mt-3 text-text-2">{text('admin.lead.noText')}</p>
            ) : (
              <p className="mt-3 max-w-[44em] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                {lead.idea}
              </p>
            )}
          </Panel>
          <Panel span={12} title={text('admin.lead.deliveries')}>
            {lead.deliveries.length === 0 ? (
              <p className="mt-3 text-text-2">{text('admin.lead.noDeliveries')}</p>
            ) : (
              lead.deliveries.map((one) => <div key={one.id}>{delivery(one)}</div>)
            )}
          </Panel>
        </div>
        <div className="col-span-12 grid gap-3.5 min-[901px]:col-span-4">
          <TreatmentForm lead={lead} owner={owner} />
          <LeadFacts lead={lead} />
          {lead.email !== null && <PersonPanel email={lead.email} owner={owner} />}
        </div>
      </div>
    </>
  );
}

/** The next and the one before are those of the list that this lead was opened from. */
function LeadShortcuts({ lead, owner, neighbours }: Omit<OpenProps, 'delivery'>) {
  const text = useText();
  const navigate = useNavigate();
  const { mutate } = useOwnerCall(owner, {
    run: () => changeLead(owner, lead.id, { status: 'answered' }),
    failed: text('admin.leads.notChanged'),
    onDone: () => {
      showToast({ title: text('admin.leads.answeredTitle'), text: text('admin.leads.answeredText') });
    },
  });
  const shortcuts = useMemo(() => {
    const place = neighbours?.ids.indexOf(lead.id) ?? -1;
    const goTo = (id: string | undefined) => {
      if (id !== undefined) void navigate(`/admin/leads/${id}`, { replace: true, state: neighbours });
    };
    return [
      ...(place === -1
        ? []
        : [
            {
              key: 'j',
              does: text('admin.leads.keyNext'),
              run: () => {
                goTo(neighbours?.ids[place + 1]);
              },
            },
            {
              key: 'k',
              does: text('admin.leads.keyPrevious'),
              run: () => {
                goTo(neighbours?.ids[place - 1]);
              },
            },
          ]),
      {
        key: 'e',
        does: text('admin.leads.keyAnswered'),
        run: () => {
          mutate();
        },
      },
    ];
  }, [lead.id, neighbours, navigate, mutate, text]);
  return <Shortcuts shortcuts={shortcuts} />;
}
