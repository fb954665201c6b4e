import { defaultLanguage, type TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback, useEffect, useState } from 'react';
import { useMedia } from '../../lib/use-media';
import type { Row } from './catalogue-rows';
import { editText } from './drafts';
import type { ShownPage } from './page-rail';
import type { KeptDrafts } from './save-text';
import { pathOf, pathOfText } from './site-pages';

/** From here on the page has a column of its own next to the list; below it, it's opened with a press. */
export const wide = '(width >= 1240px)';

interface ListedTexts {
  rows: Row[];
  drafts: Record<string, KeptDrafts>;
  page: ShownPage;
  /** The key of the link that was followed here. */
  linked: string;
  languages: readonly TextLanguage[];
}

interface Selected {
  key: string;
  language: TextLanguage;
  page: ShownPage;
  /** The page that it was pressed on, which stays. */
  pressedOn?: string | undefined;
}

export type SelectedText = ReturnType<typeof useSelectedText>;

/** The text that is lit on its page next to the list: chosen in the list, or pressed on the page. */
export function useSelectedText({ rows, drafts, page, linked, languages }: ListedTexts) {
  const [selected, setSelected] = useState<Selected>();
  const [opened, setOpened] = useState(false);
  const isWide = useMedia(wide);

  // Another page was chosen in the rail, or the other language in the filter.
  if (selected && (selected.page !== page || !languages.includes(selected.language))) setSelected(undefined);
  const row = rows.find(({ key }) => key === (selected?.key ?? linked));
  const language = selected?.language ?? languages[0] ?? defaultLanguage;
  const path = selected?.pressedOn ?? (row && pathOfText(row.key, language)) ?? pathOf(page, language);

  const onShow = useCallback(
    (one: Row, its: TextLanguage) => {
      setSelected({ key: one.key, language: its, page });
      setOpened(true);
    },
    [page],
  );

  function onPress(key: MessageKey) {
    const pressed = rows.find((one) => one.key === key);
    if (!pressed) return;
    editText(pressed, language, drafts[key]?.[language]);
    setSelected({ key, language, page, pressedOn: path });
  }

  useEffect(() => {
    if (!selected) return;
    const heading = document.getElementById(`text-${selected.key}`);
    // The page covers everything below the middle of a narrow screen.
    const isNarrow = !matchMedia(wide).matches;
    if (isNarrow || selected.pressedOn) heading?.scrollIntoView({ block: isNarrow ? 'start' : 'center' });
    if (!selected.pressedOn) return;
    const area = heading?.closest('li')?.querySelector<HTMLElement>(`textarea[lang=${selected.language}]`);
    area?.focus({ preventScroll: true });
  }, [selected]);

  const isPressed = selected?.pressedOn !== undefined;
  return { row, isPressed, language, path, onShow, onPress, opened, setOpened, isWide };
}
