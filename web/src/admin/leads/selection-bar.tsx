import type {
  LeadOfPage,
  SeveralLeadsAction,
  SeveralLeadsAnswer,
  SeveralLeadsBody,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend, adminDownload } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { leadsPath, senderOf, useUndo } from './lead';
import type { Box } from './lead-filters';

interface Props {
  box: Box;
  /** At least one. */
  selected: LeadOfPage[];
  /** Selects none any more. */
  onDone: () => void;
}

/** Actions for several leads at once, by box. */
const actions: Record<Box, SeveralLeadsAction[]> = {
  'to-answer': ['answered', 'archived', 'quarantine'],
  'sign-ups': ['archived', 'quarantine'],
  answered: ['archived', 'new'],
  archived: ['new'],
  quarantine: ['release'],
  all: ['answered', 'archived'],
};

const actionLabels: Record<Exclude<SeveralLeadsAction, 'erase'>, MessageKey> = {
  answered: 'admin.leads.markAnswered',
  archived: 'admin.leads.archive',
  new: 'admin.leads.markNew',
  release: 'admin.leads.release',
  quarantine: 'admin.leads.quarantine',
};

/** The action that takes another back, after which new leads are as they were. */
const undoings: Partial<Record<SeveralLeadsAction, SeveralLeadsAction>> = {
  answered: 'new',
  archived: 'new',
  quarantine: 'release',
};

/** Actions on the selected leads. It stays in sight while the list scrolls. */
export function SelectionBar({ box, selected, onDone }: Props) {
  const text = useText();
  const [erasing, setErasing] = useState(false);
  const ids = selected.map(({ id }) => id);
  const areNew = selected.every(({ status }) => status === 'new');
  const send = (body: SeveralLeadsBody) =>
    adminSend<SeveralLeadsAnswer>('POST', `${leadsPath}/several`, body);
  const undo = useUndo(send);
  const act = useAdminCall({
    run: (action: SeveralLeadsAction) => send({ ids, action }),
    failed: text('admin.leads.notChanged'),
    onDone: ({ count }, action) => {
      const undoing = undoings[action];
      onDone();
      showToast({
        ...(areNew && undoing && { action: undo({ ids, action: undoing }, count) }),
        title: text('admin.lead.savedTitle'),
        text: text(action === 'erase' ? 'admin.leads.severalErased' : 'admin.leads.severalDone', {
          n: count,
        }),
      });
    },
  });
  const csv = useAdminCall({
    run: () => adminDownload(`${leadsPath}/csv`, { accept: 'text/csv' }, { ids }),
    failed: text('admin.leads.csvFailed'),
    invalidates: 'nothing',
    onDone: (blob) => saveBlob('leads.csv', blob),
  });
  return (
    <div
      role="group"
      aria-label={text('admin.leads.withSelected')}
      className="sticky top-0 z-10 mb-2 flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line bg-night py-2"
    >
      <p role="status" className="font-semibold tabular-nums">
        {text('admin.leads.selected', { n: selected.length })}
      </p>
      {actions[box].map((action) => (
        <LinkButton key={action} busy={act.isPending} onClick={() => act.mutate(action)}>
          {text(actionLabels[action as keyof typeof actionLabels])}
        </LinkButton>
      ))}
      <LinkButton busy={csv.isPending} onClick={() => csv.mutate()}>
        {text('admin.leads.csv')}
      </LinkButton>
      <LinkButton busy={act.isPending} onClick={() => setErasing(true)}>
        {text('admin.person.erase')}
      </LinkButton>
      <LinkButton busy={false} onClick={onDone}>
        {text('admin.leads.selectNone')}
      </LinkButton>
      {erasing && (
        <Dialog
          title={text('admin.leads.eraseTitle', { n: peopleOf(selected).length })}
          text={text('admin.leads.eraseText')}
          onClose={() => setErasing(false)}
        >
          <ul className="mt-4 max-h-60 list-disc overflow-auto pl-5">
            {peopleOf(selected).map((person) => (
              <li key={person} className="wrap-anywhere">
                <bdi>{person}</bdi>
              </li>
            ))}
          </ul>
          <p className="mt-3 mb-5 text-text-2">{text('admin.person.eraseElsewhere')}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              busyLabel={act.isPending ? text('admin.person.erasing') : undefined}
              onClick={() => act.mutate('erase', { onSettled: () => setErasing(false) })}
            >
              {text('admin.person.eraseAll')}
            </Button>
            <Button variant="line" onClick={() => setErasing(false)}>
              {text('admin.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

interface LinkButtonProps {
  busy: boolean;
  onClick: () => void;
  children: string;
}

function LinkButton({ busy, onClick, children }: LinkButtonProps) {
  return (
    <button type="button" className="button-link" disabled={busy} onClick={onClick}>
      {children}
    </button>
  );
}

/** Each once: several leads may be of one person. */
function peopleOf(leads: LeadOfPage[]): string[] {
  return [...new Map(leads.map((lead) => [senderOf(lead).toLowerCase(), senderOf(lead)])).values()];
}
