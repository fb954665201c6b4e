import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, removeStored, store, storageKeys } from '../config/storage';
import { useText } from '../i18n/use-text';
import { Dialog } from './dialog';

interface Shortcut {
  key: string;
  /** Its purpose, for the help. */
  description: string;
  run: () => void;
}

/**
 * Listens for single keys, and shows which there are: a hint, and the help behind `?`. They can be switched off
 * (WCAG 2.1.4), for those who type by speaking.
 */
export function Shortcuts({ shortcuts }: { shortcuts: Shortcut[] }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [off, setOff] = useState(() => readStored(storageKeys.shortcuts) === 'off');

  useSingleKeys(off ? [] : [...shortcuts, { key: '?', run: () => setOpen(true) }]);

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-note text-text-3 pointer-coarse:hidden">
        {!off &&
          shortcuts.map(({ key, description }) => (
            <span key={key} className="whitespace-nowrap max-columns:hidden">
              <Key>{key}</Key> {description}
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
                    <Key>{key}</Key>
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

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-6 rounded-small border border-edge px-[.35rem] py-[.15rem] text-center font-body text-note/[1.2] font-medium text-text-2">
      {children}
    </kbd>
  );
}

const typedInto = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/** Runs the action of a single key, never while a field has the focus, a dialog is open or another key is held. */
export function useSingleKeys(keys: Pick<Shortcut, 'key' | 'run'>[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typedInto)) return;
    const found = keys.find(({ key }) => key === event.key);
    if (!found || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    found.run();
  });
  useEffect(() => {
    const leaving = new AbortController();
    addEventListener('keydown', (event) => press(event), leaving);
    return () => leaving.abort();
  }, []);
}
