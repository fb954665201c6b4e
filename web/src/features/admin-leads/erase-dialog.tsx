import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';

interface Props {
  email: string;
  /** What is stored about the address, by table. */
  stored: Record<string, unknown[]>;
  busy: boolean;
  onErase: () => void;
  onClose: () => void;
}

/** Lists what will be erased, and requires typing the address: it can't be undone. */
export function EraseDialog({ email, stored, busy, onErase, onClose }: Props) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const count = (table: string) => stored[table]?.length ?? 0;
  const lines = [
    text('admin.person.leads', { n: count('leads') }),
    text('admin.person.deliveries', { n: count('deliveries') }),
    text('admin.person.mails', { n: count('mails') }),
    text('admin.person.subscriptions', { n: count('subscribers') + count('suppressions') }),
  ];
  return (
    <Dialog title={text('admin.person.eraseTitle')} text={text('admin.person.eraseText')} onClose={onClose}>
      <ul className="mt-4 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-3 mb-5 text-text-2">{text('admin.person.eraseElsewhere')}</p>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const same = typed.trim().toLowerCase() === email.trim().toLowerCase();
          setWrong(!same);
          if (same) onErase();
        }}
      >
        <p className="[overflow-wrap:anywhere]">
          <bdi className="font-semibold">{email}</bdi>
        </p>
        <TextField
          label={text('admin.person.typeAddress')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={wrong ? text('admin.person.otherAddress') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busyLabel={busy ? text('admin.person.erasing') : undefined}>
            {text('admin.person.eraseAll')}
          </Button>
          <Button variant="line" type="button" onClick={onClose}>
            {text('admin.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
