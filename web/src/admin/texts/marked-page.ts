import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { changeTexts, loadTexts, textChanges } from '../../i18n/texts';
import { textsOfPage, type ChangedTexts } from '../../i18n/texts-of-page';
import { watchMarks, type MarkedElements, markMessage } from './marked-elements';
import './marked-page.css';

export interface MarkedPage extends Omit<MarkedElements, 'stop'> {
  language: TextLanguage;
  /** Shows a message in place of a text until it's saved; null shows the text again. Resolves once the page has it. */
  show: (key: MessageKey, message: MessageFormatElement[] | null) => Promise<void>;
  /** Renders the page again, with settings that changed. */
  redraw: () => Promise<void>;
  /** Saved texts stay, also once the page is left alone. */
  keep: (key: MessageKey, message: MessageFormatElement[]) => void;
}

/**
 * Finds out which text each element of the page shows. The page is rendered with a mark in front of every text, and each
 * mark is taken out as soon as it's in the page, before it's painted. So it works for whatever the page shows later,
 * without anything in the page's own code. Once `signal` is aborted, the page is as it was, except for saved texts.
 */
export async function markPage(language: TextLanguage, signal: AbortSignal): Promise<MarkedPage> {
  const { documentElement } = document;
  documentElement.setAttribute('data-edited', '');
  signal.addEventListener('abort', () => documentElement.removeAttribute('data-edited'));
  let saved = textsOfPage();
  let plain = await loadTexts(language, 'site');
  const keys = Object.keys(plain) as MessageKey[];
  const shown = new Map<MessageKey, MessageFormatElement[]>();
  let marked: ChangedTexts | null = null;
  const elements = watchMarks((number) => keys[number]);
  let rendering: Promise<void> | null = null;

  /** Once for all that is asked at a time. */
  function render(): Promise<void> {
    rendering ??= Promise.resolve().then(async () => {
      rendering = null;
      if (signal.aborted) return;
      const texts = keys.map(
        (key, number) => [key, markMessage(shown.get(key) ?? plain[key], number)] as const,
      );
      marked = withTexts(Object.fromEntries(texts));
      await changeTexts(marked);
      // React renders, and the marks are read, in microtasks.
      await new Promise((resolve) => setTimeout(resolve));
    });
    return rendering;
  }

  function withTexts(texts: Partial<Record<MessageKey, MessageFormatElement[]>>): ChangedTexts {
    const { version = '', texts: all = {} } = saved ?? {};
    return { version, texts: { ...all, [language]: { ...all[language], ...texts } } };
  }

  /** The page has fetched texts that were saved elsewhere, and shows them without marks. */
  async function followSaved(): Promise<void> {
    if (textsOfPage() === marked) return;
    saved = textsOfPage();
    plain = await loadTexts(language, 'site');
    await render();
  }

  const unsubscribe = textChanges.subscribe(() => void followSaved());
  const stop = () => {
    unsubscribe();
    // The marks of changes still on their way are removed too.
    void changeTexts(saved ?? { version: '', texts: {} }).then(() => requestAnimationFrame(elements.stop));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  await render();

  return {
    ...elements,
    language,
    redraw: render,
    show(key, message) {
      if (message) shown.set(key, message);
      else shown.delete(key);
      return render();
    },
    keep(key, message) {
      shown.delete(key);
      saved = withTexts({ [key]: message });
      plain = { ...plain, [key]: message };
      void render();
    },
  };
}
