import { defaultLanguage, type TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useAdminDrafts } from '../../lib/admin-drafts';
import type { Row } from './catalogue-rows';
import type { KeptDrafts } from './save-text';
import { draftOf } from './drafts';
import type { ShownPage } from './page-rail';
import { pathOf, pathOfText } from './site-pages';

/** From here on the page has a column of its own next to the list; below it, it's opened with a press. */
const wide = '(width >= 1240px)';

/** A text as it's being written. */
export interface WrittenText {
  key: MessageKey;
  value: string;
  builtIn: string;
}

interface ListedTexts {
  rows: Row[];
  drafts: Record<string, KeptDrafts>;
  page: ShownPage;
  /** The key of the link that was followed here. */
  linked: string;
  languages: readonly TextLanguage[];
}

/** The content of the live page next to the list: a text's own page, or the one chosen in the rail. */
export function useLivePage({ rows, drafts, page, linked, languages }: ListedTexts) {
  const [chosen, setShown] = useState<{ key: string; language: TextLanguage; page: ShownPage }>();
  const [opened, setOpened] = useState(false);
  const isWide = useSyncExternalStore(followWidth, () => matchMedia(wide).matches);
  const open = useAdminDrafts();

  // Another page was chosen in the rail.
  if (chosen && chosen.page !== page) setShown(undefined);
  const row = rows.find(({ key }) => key === (chosen?.key ?? linked));
  const language = chosen?.language ?? languages[0] ?? defaultLanguage;
  const path = (row && pathOfText(row.key, language)) ?? pathOf(page, language);
  const written = useMemo(
    () =>
      rows.flatMap((one): WrittenText[] => {
        const value = draftOf(open, one.key, language)?.value ?? drafts[one.key]?.[language]?.value;
        const { text: present, builtIn } = one[language];
        if (value === undefined || value === present) return [];
        return [{ key: one.key as MessageKey, value: value === '' ? builtIn : value, builtIn }];
      }),
    [rows, open, drafts, language],
  );
  const onShow = useCallback(
    (one: Row, its: TextLanguage) => {
      setShown({ key: one.key, language: its, page });
      setOpened(true);
      // The page covers everything below the middle of a narrow screen.
      if (!matchMedia(wide).matches)
        document.getElementById(`text-${one.key}`)?.scrollIntoView({ block: 'start' });
    },
    [page],
  );
  const shownText = useMemo(() => row && { row, language }, [row, language]);

  return { shownText, path, written, onShow, opened, setOpened, isWide };
}

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
