import type { ConfirmedBy, SubscriberOfPage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Link } from '../../ui/link';

interface Props {
  subscriber: SubscriberOfPage;
  onClose: () => void;
}

/** A subscriber's consents, when given, and how confirmed: the proof that mail to them is wanted. */
export function ConsentDialog({ subscriber: { id, email, consent, bounce }, onClose }: Props) {
  const text = useText();
  const { sentence, givenAt, confirmedAt, confirmedBy, withdrawnAt } = consent;
  const remark = confirmedBy === null ? undefined : remarks[confirmedBy];
  const facts: [name: string, value: ReactNode][] = [
    [text('admin.subscribers.email'), <bdi>{email}</bdi>],
    [text('admin.subscribers.signedUp'), <Instant time={givenAt} exact />],
    [
      text('admin.subscribers.confirmedAt'),
      confirmedAt === null ? text('admin.subscribers.notConfirmed') : <Instant time={confirmedAt} exact />,
    ],
    [
      text('admin.subscribers.how'),
      confirmedAt !== null &&
        text(confirmedBy === null ? 'admin.subscribers.unknown' : confirmedByLabels[confirmedBy]),
    ],
    [text('admin.subscribers.stopped'), withdrawnAt !== null && <Instant time={withdrawnAt} exact />],
    [text('admin.subscribers.bounced'), bounce && <Instant time={bounce.at} exact />],
  ];
  return (
    <Dialog title={text('admin.subscribers.consent')} onClose={onClose}>
      <h3 className="mt-3 panel-title">{text('admin.subscribers.sentence')}</h3>
      {sentence === null ? (
        <p className="mt-2 text-text-2">{text('admin.subscribers.sentenceUnknown')}</p>
      ) : (
        <blockquote
          dir="auto"
          className="mt-2 border-l-2 border-lamp-lo pl-3 whitespace-pre-wrap wrap-anywhere"
        >
          {sentence}
        </blockquote>
      )}
      <div className="mt-5">
        <Facts facts={facts} />
      </div>
      {remark && <p className="mt-4 text-note text-text-3">{text(remark)}</p>}
      {bounce && (
        <p className="mt-4 text-note text-text-3">
          {text('admin.subscribers.bounceText', { status: bounce.status })}
        </p>
      )}
      <p className="mt-3">
        <Link className="button-link" to={`/admin/leads/${id}`}>
          {text('admin.subscribers.lead')}
        </Link>
      </p>
    </Dialog>
  );
}

export const confirmedByLabels: Record<ConfirmedBy, MessageKey> = {
  mail: 'admin.subscribers.byMail',
  form: 'admin.subscribers.byForm',
  import: 'admin.subscribers.byImport',
};

const remarks: Partial<Record<ConfirmedBy, MessageKey>> = {
  form: 'admin.subscribers.formText',
  import: 'admin.subscribers.importText',
};
