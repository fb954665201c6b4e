import { useEffect, useState } from 'react';
import { readStored, removeStored, store, storageKeys } from '../config/storage';
import { useText } from '../i18n/use-text';
import { Dialog } from './dialog';

interface Shortcut {
  key: string;
  /** What it does, for the help. */
  description: string;
  run: () => void;
}

interface Props {
  shortcuts: Shortcut[];
}

/**
 * Listens for single keys, never while a field has the focus, a dialog is open or another key is held, and shows
 * which there are: a hint, and the help behind `?`. They can be switched off (WCAG 2.1.4), for who speaks to type.
 */
export function Shortcuts({ shortcuts }: Props) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [off, setOff] = useState(() => readStored(storageKeys.shortcuts) === 'off');

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || off) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog]') !== null) return;
      const found = shortcuts.find(({ key }) => key === event.key);
      if (event.key === '?') setOpen(true);
      else if (found) found.run();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [shortcuts, off]);

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-note text-text-3 pointer-coarse:hidden">
        {!off &&
          shortcuts.map(({ key, description }) => (
            <span key={key} className="whitespace-nowrap max-[900px]:hidden">
              <kbd className="key">{key}</kbd> {description}
            </span>
          ))}
        <button type="button" className="button-link text-note" onClick={() => setOpen(true)}>
          {text('admin.shortcuts.title')}
        </button>
      </p>
      {open && (
        <Dialog
          width="narrow"
          title={text('admin.shortcuts.title')}
          text={text('admin.shortcuts.text')}
          onClose={() => setOpen(false)}
        >
          <dl className="my-5 grid grid-cols-[max-content_1fr] items-center gap-x-5 gap-y-2">
            {[...shortcuts, { key: '?', description: text('admin.shortcuts.help') }].map(
              ({ key, description }) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="key">{key}</kbd>
                  </dt>
                  <dd>{description}</dd>
                </div>
              ),
            )}
          </dl>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-lamp"
              checked={!off}
              onChange={(event) => {
                setOff(!event.target.checked);
                if (event.target.checked) removeStored(storageKeys.shortcuts);
                else store(storageKeys.shortcuts, 'off');
              }}
            />
            {text('admin.shortcuts.on')}
          </label>
        </Dialog>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
