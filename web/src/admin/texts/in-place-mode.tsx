import type { TextHistoryAnswer, TextLanguage, TranslationAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { storageKeys } from '../../config/storage';
import { parseTexts } from '../../i18n/parse-texts';
import { useText } from '../../i18n/use-text';
import { adminGet, adminSend, onUnauthorized } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { Button } from '../../ui/button';
import { discardDraft, useUnsaved } from './drafts';
import { InPlacePopover } from './in-place-popover';
import { hasWords } from './marked-elements';
import { markPage, type MarkedPage } from './marked-page';
import { textQueries } from './pages-state';
import { showDrafts } from './shown-drafts';
import { useRows } from './use-rows';

interface Props {
  language: TextLanguage;
  onDone: () => void;
}

/** The words that were pressed, and the one text of them that is being edited; without a text they aren't the catalogue's. */
interface Opened {
  element: Element;
  keys: MessageKey[];
  key?: MessageKey | undefined;
}

/** The page while its owner edits it: a press edits what it's on, and nothing else happens. */
export default function InPlaceMode({ language, onDone }: Props) {
  const text = useText();
  const [page, setPage] = useState<MarkedPage>();
  const [renders, setRenders] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [saved, setSaved] = useState<TranslationAnswer>();
  const [takenBack, setTakenBack] = useState(false);
  const touched = useRef(new Set<MessageKey>());
  const passing = useRef(false);
  /** The pointer that is down went down in the editor: let go on the page, it ends a selection and presses nothing there. */
  const beganInOurs = useRef(false);
  const sessionOver = useSessionOver();
  const texts = useRows();

  useEffect(() => {
    const leaving = new AbortController();
    void markPage(language, leaving.signal).then((marked) => {
      if (leaving.signal.aborted) return;
      showDrafts(marked, leaving.signal, () => setRenders((count) => count + 1));
      setPage(marked);
    });
    return () => leaving.abort();
  }, [language]);

  function open(pressed: Element) {
    if (!page) return;
    const element = page.at(pressed);
    const keys = element ? page.keysOf(element) : [];
    const [key] = keys;
    if (key) touched.current.add(key);
    if (element && key) setOpened({ element, keys, key });
    else setOpened(hasWords(pressed) ? { element: pressed, keys: [] } : null);
  }

  const handle = useEffectEvent((event: Event) => {
    const pressed = event.target;
    if (passing.current || !(pressed instanceof Element)) return;
    const isOurs = pressed.closest('#in-place, .toast') !== null;
    if (event.type === 'pointerdown') beganInOurs.current = isOurs;
    const endsDrag = beganInOurs.current;
    // A screen reader's next click has no pointerdown.
    if (event.type === 'click') beganInOurs.current = false;
    if (isOurs) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type === 'keydown') open(pressed);
      return;
    }
    // Touching it scrolls the page; a mouse neither selects nor drags.
    if (event.type !== 'pointerdown') event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click' && !endsDrag) open(pressed);
  });
  useEffect(() => {
    const leaving = new AbortController();
    for (const name of ['pointerdown', 'mousedown', 'click', 'auxclick', 'submit', 'keydown', 'keyup'])
      addEventListener(name, (event) => handle(event), { capture: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  /** Follows a control as a press does: the page or dialog that it opens is edited next. */
  function follow(control: HTMLElement) {
    setOpened(null);
    passing.current = true;
    control.click();
    passing.current = false;
  }

  async function keep({ key, value }: TranslationAnswer) {
    const { [key]: message } = await parseTexts({ [key]: value });
    if (message) page?.keep(key as MessageKey, message);
  }

  const takeBack = useAdminCall({
    run: async ({ key, value }: TranslationAnswer) => {
      const which = new URLSearchParams({ key, language });
      const { edits } = await adminGet<TextHistoryAnswer>(`/api/admin/translations/history?${which}`);
      const [last] = edits;
      if (last?.new !== value) throw new Error('the text was changed again since');
      return adminSend<TranslationAnswer>('POST', '/api/admin/translations/undo', { id: last.id });
    },
    failed: text('admin.inPlace.notTakenBack'),
    invalidates: textQueries,
    onDone: (answer) => {
      void keep(answer);
      setSaved(undefined);
      setTakenBack(true);
    },
  });

  return (
    <>
      <InPlaceBar
        news={takenBack ? 'takenBack' : saved ? 'saved' : null}
        sessionOver={sessionOver}
        takingBack={takeBack.isPending}
        onTakeBack={() => saved && takeBack.mutate(saved)}
        onDone={(unsaved) => {
          if (unsaved > 0) for (const key of touched.current) discardDraft(key, language);
          onDone();
        }}
      />
      {opened && page && (
        <InPlacePopover
          key={opened.key ?? 'none'}
          element={opened.element}
          keys={opened.keys}
          textKey={opened.key}
          language={language}
          page={page}
          renders={renders}
          texts={texts}
          onChoose={(key) => {
            touched.current.add(key);
            setOpened({ ...opened, key });
          }}
          onSaved={(answer) => {
            setTakenBack(false);
            setSaved(answer);
            void keep(answer);
          }}
          onFollow={follow}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** True once the api no longer takes the session, until the owner has logged in again in another tab. */
function useSessionOver(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.adminToken && newValue !== null) setOver(false);
    };
    addEventListener('storage', follow);
    const stopListening = onUnauthorized(() => setOver(true));
    return () => {
      removeEventListener('storage', follow);
      stopListening();
    };
  }, []);
  return over;
}

interface BarProps {
  news: 'saved' | 'takenBack' | null;
  sessionOver: boolean;
  takingBack: boolean;
  onTakeBack: () => void;
  /** With the number of texts that are given up. */
  onDone: (unsaved: number) => void;
}

/** Says that the page is being edited, and how the last save went. Asks before it discards unsaved changes. */
function InPlaceBar({ news, sessionOver, takingBack, onTakeBack, onDone }: BarProps) {
  const text = useText();
  const unsaved = useUnsaved();
  const [asks, setAsks] = useState(false);
  const bar = useRef<HTMLElement>(null);
  // The pencil that had the focus is gone.
  useEffect(() => bar.current?.focus(), []);
  return (
    <aside ref={bar} tabIndex={-1} aria-label={text('admin.inPlace.label')} className="in-place-bar">
      <div role="status" className="min-w-0 flex-1">
        {news === null ? (
          <p>
            <strong className="font-semibold">{text('admin.inPlace.editing')}</strong>{' '}
            <span className="text-text-2">{text('admin.inPlace.how')}</span>
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-4">
            {text(news === 'saved' ? 'admin.inPlace.saved' : 'admin.inPlace.takenBack')}
            {news === 'saved' && (
              <button type="button" className="button-link" disabled={takingBack} onClick={onTakeBack}>
                {text('admin.inPlace.takeBack')}
              </button>
            )}
          </p>
        )}
        {unsaved > 0 && (
          <p className="text-lamp-hi">{text('admin.translations.unsaved', { count: unsaved })}</p>
        )}
      </div>
      {sessionOver && <SessionOver />}
      <div className="flex flex-none flex-wrap gap-2.5">
        {asks && unsaved > 0 ? (
          <>
            <Button variant="line" onClick={() => onDone(unsaved)}>
              {text('admin.inPlace.discard')}
            </Button>
            <Button onClick={() => setAsks(false)}>{text('admin.inPlace.goOn')}</Button>
          </>
        ) : (
          <Button variant="line" onClick={() => (unsaved > 0 ? setAsks(true) : onDone(0))}>
            {text('admin.inPlace.done')}
          </Button>
        )}
      </div>
    </aside>
  );
}

function SessionOver() {
  const text = useText();
  return (
    <p role="alert" className="w-full border-l-4 border-alarm bg-paint px-3.5 py-2">
      {text('admin.inPlace.sessionOver')}{' '}
      <a href="/admin" target="_blank" rel="noreferrer" className="underline">
        {text('admin.inPlace.logIn')}
        <span className="sr-only"> {text('common.newTab')}</span>
      </a>
    </p>
  );
}
