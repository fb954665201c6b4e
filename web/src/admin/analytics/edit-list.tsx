import type { Verdict } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { useScrollStop } from '../../lib/use-scroll-stop';
import { Instant } from '../../ui/instant';
import { Link } from '../../ui/link';
import { type Change, useEditLabels } from './edits';
import { useFigures } from './formats';

interface Props {
  changes: Change[];
}

/** Each edit, its verdict, and the way back. */
export default function EditList({ changes }: Props) {
  const text = useText();
  return (
    <div
      {...useScrollStop<HTMLDivElement>()}
      role="group"
      aria-label={text('admin.analytics.edits.title')}
      className="mt-4 max-h-108 overflow-auto pb-6 [mask-image:linear-gradient(to_top,transparent,#000_2rem)]"
    >
      <ol className="grid gap-4">
        {changes.map((change) => (
          <Edit key={change.ids[0]} change={change} />
        ))}
      </ol>
    </div>
  );
}

const verdictLabels: Record<Verdict, MessageKey> = {
  'likely-better': 'admin.edits.likelyBetter',
  'likely-worse': 'admin.edits.likelyWorse',
  'too-little-data': 'admin.edits.tooLittleData',
};
const verdictColours: Record<Verdict, string> = {
  'likely-better': 'text-ok',
  'likely-worse': 'text-alarm',
  'too-little-data': 'text-text-2',
};

function Edit({ change }: { change: Change }) {
  const text = useText();
  const { nameOf } = useEditLabels();
  const { effect, texts } = change;
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{nameOf(change)}</span>
        <span className="text-note text-text-3">
          <Instant time={change.from} />
        </span>
        {effect && (
          <span className={`ml-auto font-semibold ${verdictColours[effect.verdict]}`}>
            {text(verdictLabels[effect.verdict])}
          </span>
        )}
      </p>
      <Effect effect={effect} />
      <p className="flex flex-wrap items-baseline gap-x-4">
        {texts.map(({ key }) => (
          <Link
            key={key}
            to={`/admin/translations?key=${encodeURIComponent(key)}`}
            aria-label={text('admin.edits.history', { key })}
            className="text-note text-text-2 underline decoration-lamp-lo hover:text-text"
          >
            {key}
          </Link>
        ))}
        <TakeBack change={change} />
      </p>
    </li>
  );
}

/** A sentence about the two rates. */
function Effect({ effect }: Pick<Change, 'effect'>) {
  const text = useText();
  const { formatNumber } = useIntl();
  const { average, figure } = useFigures();
  if (!effect) return <p className="text-text-2">{text('admin.edits.notSelling')}</p>;
  const { before, after, low, high } = effect;
  if (after.sessions === 0) return <p className="text-text-2">{text('admin.edits.noneAfter')}</p>;
  if (before.sessions === 0) return <p className="text-text-2">{text('admin.edits.noneBefore')}</p>;
  const signed = (share: number) =>
    formatNumber(share * 100, {
      ...{ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' },
    });
  return (
    <p className="tabular-nums">
      {text('admin.edits.rates', {
        before: average((before.leads / before.sessions) * 100),
        leadsBefore: figure(before.leads),
        sessionsBefore: figure(before.sessions),
        after: average((after.leads / after.sessions) * 100),
        leadsAfter: figure(after.leads),
        sessionsAfter: figure(after.sessions),
      })}{' '}
      <span className="text-text-2">
        {text('admin.edits.difference', { low: signed(low), high: signed(high) })}
      </span>
    </p>
  );
}

/** Restores all of its texts, unless one has changed since. */
function TakeBack({ change }: { change: Change }) {
  const text = useText();
  const [moved, setMoved] = useState(false);
  const call = useAdminCall({
    run: () => adminSend('POST', '/api/admin/translations/undo-together', { ids: change.ids }),
    onDone: () =>
      showToast({
        title: text('admin.translations.success'),
        text: text('admin.edits.takenBack'),
      }),
    onFailed: (failure) => setMoved(isRefusedFor('text-conflict', failure)),
    failed: (failure) =>
      isRefusedFor('text-conflict', failure) ? undefined : text('admin.edits.takeBackFailed'),
  });
  if (moved)
    return (
      <span role="alert" className="basis-full text-alarm">
        {text('admin.edits.moved')}
      </span>
    );
  if (!change.current)
    return <span className="text-note text-text-3">{text('admin.edits.changedSince')}</span>;
  return (
    <button
      type="button"
      className="button-link ml-auto"
      disabled={call.isPending}
      onClick={() => call.mutate()}
    >
      {text(call.isPending ? 'admin.edits.takingBack' : 'admin.edits.takeBack')}
    </button>
  );
}
