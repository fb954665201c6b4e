import { defaultLanguage, localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { use, useMemo, useSyncExternalStore } from 'react';
import { createIntl } from 'react-intl';
import { loadTexts, textChanges } from './texts';
import type { CatalogueName } from './catalogues';
import type { TextOf } from './use-text';

/** Texts of a catalogue in another language than the tree's own, for messages to somebody; suspends until they've loaded. */
export function useTextIn(language: TextLanguage, catalogue: CatalogueName): TextOf {
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const messages = use(loadTexts(language, catalogue));
  return useMemo(() => {
    const { formatMessage } = createIntl({
      locale: localeOf(language),
      messages,
      defaultLocale: defaultLanguage,
    });
    return (id, values) => formatMessage({ id }, values);
  }, [language, messages]);
}
