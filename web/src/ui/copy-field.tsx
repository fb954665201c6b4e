import { useRef, useState } from 'react';
import { useText } from '../i18n/use-text';
import { showFailure } from '../lib/form';
import { Button } from './button';
import { TextField } from './field';

/** A text that is shown once, and a button that copies it. Where the browser doesn't copy (plain HTTP), it's selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The browser asked, and the answer was no: with the text selected, its own copy is one key away.
      field.current?.focus();
      showFailure(text('admin.access.notCopied'), text);
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <TextField
          ref={field}
          label={label}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
      </div>
      {window.isSecureContext && (
        <Button variant="line" onClick={() => void copy()}>
          {text(copied ? 'admin.access.copied' : 'admin.access.copy')}
        </Button>
      )}
    </div>
  );
}
