import * as Popover from '@radix-ui/react-popover';
import { siteSettingKeys, type TextLanguage, type TranslationAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { site } from '../../config/site';
import { useLanguageName, useText } from '../../i18n/use-text';
import { CloseButton } from '../../ui/close-button';
import { QueryStates } from '../../ui/query-states';
import type { Row } from './catalogue-rows';
import { placeInConfig } from './config-place';
import { discardDraft, editText, useDraft } from './drafts';
import type { MarkedPage } from './marked-page';
import { useDraftsByKey } from './save-text';
import { TextEditor } from './text-editor';

interface Props {
  element: Element;
  /** All texts that the element shows; none where its words are not the catalogue's. */
  keys: MessageKey[];
  textKey: MessageKey | undefined;
  language: TextLanguage;
  page: MarkedPage;
  /** How often the page was rendered with drafts: the words may have moved. */
  renders: number;
  texts: UseQueryResult<Row[]>;
  onChoose: (key: MessageKey) => void;
  onSaved: (answer: TranslationAnswer) => void;
  onFollow: (control: HTMLElement) => void;
  onClose: () => void;
}

/** Next to the edited words; on a phone at the bottom of the window. Typed text outlives it, unless cancelled. */
export function InPlacePopover({ element, textKey, page, renders, onFollow, onClose, ...how }: Props) {
  const text = useText();
  const place = useRef<Element>(element);
  const followed = useRef(false);
  const control = element.closest<HTMLElement>('a[href], button, summary');

  /** The element, or its replacement after the page showed the typed text. */
  function findPlace(): Element {
    if (!place.current.isConnected && textKey) place.current = page.showing(textKey)[0] ?? place.current;
    return place.current;
  }
  /** All lines of the text in that place. */
  function findLines(): Element[] {
    const found = findPlace();
    const lines = textKey ? page.showing(textKey) : [];
    return [found, ...lines.filter((line) => line.parentElement === found.parentElement)];
  }
  const anchor = useRef({
    getBoundingClientRect: () => {
      const boxes = findLines().map((line) => line.getBoundingClientRect());
      const left = Math.min(...boxes.map((box) => box.left));
      const top = Math.min(...boxes.map((box) => box.top));
      const right = Math.max(...boxes.map((box) => box.right));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      return new DOMRect(left, top, right - left, bottom - top);
    },
  });
  const reveal = useEffectEvent(() => {
    // Its beginning last, where there's no room for all of it.
    for (const line of findLines().toReversed())
      line.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });

  useEffect(() => {
    page.light(textKey ?? null);
    return () => page.light(null);
  }, [page, textKey]);
  useEffect(() => reveal(), [element, renders]);

  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Content
        className="popover in-place-popover"
        align="start"
        sideOffset={10}
        collisionPadding={12}
        // The words grow while they're typed, and move with the page.
        updatePositionStrategy="always"
        aria-label={text('admin.inPlace.popover')}
        onInteractOutside={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // A dialog opened from here has it.
          if (followed.current) return;
          const stop = findPlace().closest<HTMLElement>('a, button, input, textarea, select, [tabindex]');
          stop?.focus({ preventScroll: true });
        }}
      >
        <CloseButton aria-label={text('admin.inPlace.close')} className="top-1 right-1" onClick={onClose} />
        {textKey ? (
          <OneText {...how} textKey={textKey} onClose={onClose} />
        ) : (
          <NotEditable element={element} />
        )}
        {control && (
          <button
            type="button"
            className="button-link mt-3"
            onClick={() => {
              followed.current = true;
              onFollow(control);
            }}
          >
            {text(control.matches('a') ? 'admin.inPlace.follow' : 'admin.inPlace.press')}
          </button>
        )}
      </Popover.Content>
    </Popover.Root>
  );
}

type OneTextProps = Omit<Props, 'element' | 'textKey' | 'page' | 'renders' | 'onFollow'> & {
  textKey: MessageKey;
};

function OneText({ keys, textKey, language, texts, onChoose, onSaved, onClose }: OneTextProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const row = texts.data?.find(({ key }) => key === textKey);
  const kept = useDraftsByKey()[textKey]?.[language];
  return (
    <>
      {keys.length > 1 && (
        <label className="mb-3 block pr-9">
          <span className="mb-1 block text-note text-text-3">{text('admin.inPlace.which')}</span>
          <select
            className="field"
            value={textKey}
            onChange={(event) => onChoose(event.target.value as MessageKey)}
          >
            {keys.map((key) => (
              <option key={key} value={key}>
                {texts.data?.find((row) => row.key === key)?.[language].text ?? key}
              </option>
            ))}
          </select>
        </label>
      )}
      <p className="mb-2 flex flex-wrap items-baseline gap-x-3 pr-9 text-note text-text-3">
        <span className="wrap-anywhere">{textKey}</span>
        <span>{languageNameOf(language)}</span>
        <a
          href={`/admin/translations?key=${textKey}`}
          target="_blank"
          rel="noreferrer"
          className="underline hover:text-text"
        >
          {text('admin.translations.history')}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
      </p>
      {kept && (
        <p className="mb-2 border-l-4 border-lamp bg-paint px-3 py-2 text-note">
          {text('admin.inPlace.draft', { draft: kept.value })}
        </p>
      )}
      {row ? (
        <DraftOf textKey={textKey} language={language} row={row} onSaved={onSaved} onClose={onClose} />
      ) : (
        <QueryStates
          query={texts}
          fetching={text('admin.translations.loading')}
          failed={text('admin.translations.failed')}
        />
      )}
    </>
  );
}

type DraftProps = Pick<OneTextProps, 'textKey' | 'language' | 'onSaved' | 'onClose'> & { row: Row };

/** The editor of one text, from when it's opened until the text is saved or cancelled. */
function DraftOf({ textKey, language, row, onSaved, onClose }: DraftProps) {
  const draft = useDraft(textKey, language);
  const begin = useEffectEvent(() => editText(row, language));
  const leave = useEffectEvent(() => {
    if (draft?.value === draft?.openedOn) discardDraft(textKey, language);
  });
  useEffect(() => {
    begin();
    return () => leave();
  }, []);

  const begun = useRef(false);
  const end = useEffectEvent(onClose);
  useEffect(() => {
    if (draft) begun.current = true;
    else if (begun.current) end();
  }, [draft]);

  if (!draft) return null;
  return <TextEditor row={row} language={language} draft={draft} onSaved={onSaved} />;
}

/** Words that no text of the catalogues holds. */
function NotEditable({ element }: { element: Element }) {
  const text = useText();
  const place = placeInConfig(element.textContent, site);
  if (siteSettingKeys.some((key) => place?.split(/[.[]/)[0] === key))
    return (
      <>
        <p tabIndex={-1} className="pr-9">
          {text('admin.inPlace.fromSettings')}
        </p>
        <a href="/admin/site" target="_blank" rel="noreferrer" className="button-link mt-3">
          {text('admin.inPlace.toSettings')}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
      </>
    );
  return (
    <p tabIndex={-1} className="pr-9">
      {place === null ? text('admin.inPlace.notAText') : text('admin.inPlace.fromConfig', { place })}
    </p>
  );
}
