import { labelledFields, type OneLeadAnswer } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { kindLabels, reasonsOf, describeVisit, signupLabels } from './lead-words';

const noVisitLabels = {
  ambiguous: 'admin.lead.ambiguous',
  unknown: 'admin.lead.unknownVisit',
  'not-counted': 'admin.lead.notCounted',
} as const;

/** Facts about a lead other than its text. */
export function LeadFacts({ lead }: { lead: OneLeadAnswer }) {
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
