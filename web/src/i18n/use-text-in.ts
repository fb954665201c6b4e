import { defaultLanguage, localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { use, useMemo, useSyncExternalStore } from 'react';
import { createIntl } from 'react-intl';
import { loadTexts, textChanges } from './texts';
import type { TextsPart } from './text-parts';
import type { TextOf } from './use-text';

/** Texts of a part in another language than the tree's own, for messages to somebody; suspends until they've loaded. */
export function useTextIn(language: TextLanguage, part: TextsPart): TextOf {
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const messages = use(loadTexts(language, part));
  return useMemo(() => {
    const { formatMessage } = createIntl({
      locale: localeOf(language),
      messages,
      defaultLocale: defaultLanguage,
    });
    return (id, values) => formatMessage({ id }, values);
  }, [language, messages]);
}
