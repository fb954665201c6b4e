import type { OneLeadAnswer } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { kindWords, languageWords, reasonWords, describeVisit } from './lead-words';

/** What is known about a lead besides its text. */
export function LeadFacts({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const { visit } = lead;
  const given = (name: string, value: string | null) =>
    value === null ? [] : [{ name, value: <bdi>{value}</bdi> }];
  const reasons = Object.entries(reasonWords).filter(([reason]) => lead.verdictReasons.includes(reason));
  return (
    <Panel span={12} title={text('admin.lead.facts')}>
      <Facts
        facts={[
          { name: text('admin.leads.kind'), value: text(kindWords[lead.kind]) },
          { name: text('admin.lead.received'), value: <Instant time={lead.receivedAt} exact /> },
          ...(lead.answer
            ? [{ name: text('admin.lead.due'), value: <Instant time={lead.answer.dueAt} /> }]
            : []),
          ...(lead.answeredAt
            ? [{ name: text('admin.lead.answered'), value: <Instant time={lead.answeredAt} /> }]
            : []),
          ...given(text('admin.leads.language'), lead.language && text(languageWords[lead.language])),
          ...given(text('admin.lead.phone'), lead.phone),
          ...given(text('admin.lead.video'), lead.videoId),
          ...(lead.watchTime === null
            ? []
            : [
                {
                  name: text('admin.lead.watched'),
                  value: text('admin.lead.seconds', { seconds: lead.watchTime }),
                },
              ]),
          { name: text('admin.lead.source'), value: <bdi>{describeVisit(lead, text)}</bdi> },
          ...given(text('admin.lead.firstPage'), visit.firstPage),
          ...given(text('admin.lead.referrer'), visit.referrer),
          ...given('utm_source', visit.utmSource),
          ...given('utm_medium', visit.utmMedium),
          ...given('utm_campaign', visit.utmCampaign),
          ...(reasons.length === 0
            ? []
            : [
                {
                  name: text('admin.lead.remarks'),
                  value: reasons.map(([, word]) => text(word)).join(', '),
                },
              ]),
        ]}
      />
      {visit.match !== 'certain' && (
        <p className="mt-3 text-note text-text-3">
          {text(visit.match === 'ambiguous' ? 'admin.lead.ambiguous' : 'admin.lead.unknownVisit')}
        </p>
      )}
    </Panel>
  );
}

/** Names and values in two columns, one on a narrow screen. */
function Facts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-text-3">{name}</dt>
          <dd className="mb-2 min-w-0 [overflow-wrap:anywhere] sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
