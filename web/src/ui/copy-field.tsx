import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { Button } from './button';
import { TextField } from './field';

/** A text that is shown once, and a button that copies it. Where the browser doesn't copy (plain HTTP), it's selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <TextField label={label} readOnly value={value} onFocus={(event) => event.target.select()} />
      </div>
      {window.isSecureContext && (
        <Button variant="line" onClick={() => void copy()}>
          {text(copied ? 'admin.access.copied' : 'admin.access.copy')}
        </Button>
      )}
    </div>
  );
}
