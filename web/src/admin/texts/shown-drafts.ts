import type { MessageKey } from '@voordeur/contracts/messages';
import { loadBuiltInTexts } from '../../i18n/texts';
import { onAdminDraftsChange } from '../../lib/admin-drafts';
import { unsavedTexts } from './drafts';
import type { MarkedPage } from './marked-page';
import type { KeptDrafts } from './save-text';

/** Longer than between two letters: the whole page is rendered with the typed text. */
const pauseMs = 150;

/** Shows drafts in the page as they're typed, until `signal` is aborted. One with problems leaves what was there. */
export function showDrafts(page: MarkedPage, signal: AbortSignal, onShown?: () => void) {
  const { language } = page;
  let kept: Record<string, KeptDrafts> = {};
  let shown: MessageKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function show(): Promise<void> {
    clearTimeout(timer);
    if (signal.aborted) return;
    if (shown.length === 0 && Object.keys(allDrafts()).length === 0) return;
    const { checkMessage } = await import('./check-message');
    const builtIn = await loadBuiltInTexts(language, 'site');
    const drafts = allDrafts();
    const gone = shown.filter((key) => drafts[key] === undefined);
    shown = (Object.keys(drafts) as MessageKey[]).filter((key) => key in builtIn);
    const written = shown.map((key) => {
      const value = drafts[key] ?? '';
      if (value === '') return page.show(key, builtIn[key]);
      const { read, problems } = checkMessage(value, builtIn[key]);
      return read && problems.length === 0 && page.show(key, read.message);
    });
    await Promise.all([...gone.map((key) => page.show(key, null)), ...written]);
    onShown?.();
  }

  /** By key. A text that's being written comes before its draft in Postgres. */
  function allDrafts(): Record<string, string> {
    const drafts = Object.values(kept).flatMap((its) => its[language] ?? []);
    return {
      ...Object.fromEntries(drafts.map(({ key, value }) => [key, value])),
      ...unsavedTexts(language),
    };
  }

  const unsubscribe = onAdminDraftsChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), pauseMs);
  });
  signal.addEventListener('abort', unsubscribe);
  void show();

  return {
    /** Without waiting for a pause. */
    show,
    /** Takes the drafts in Postgres, by key, too. */
    setKept(drafts: Record<string, KeptDrafts>) {
      if (drafts === kept) return;
      kept = drafts;
      void show();
    },
  };
}
