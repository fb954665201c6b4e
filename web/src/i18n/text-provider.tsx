import { localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { loadTexts, textChanges } from './texts';
import type { TextsPart } from './text-parts';
import { useLanguage } from './use-text';

interface Props {
  language: TextLanguage;
  part: TextsPart;
  /** An IANA name; the browser's own zone by default. */
  timeZone?: string | undefined;
  children: ReactNode;
}

/** A visitor sees as much as possible; a page prerendered for everyone must have every text. */
const strictly = import.meta.env.SSR
  ? {
      onError: (error: Error) => {
        throw error;
      },
    }
  : {};

/** Gives the tree below its texts; suspends until they've loaded. The admin's part holds the site's too. */
export function TextProvider({ language, part, timeZone, children }: Props) {
  // Texts that change while the page is open come in new promises.
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const site = use(loadTexts(language, 'site'));
  const own = use(loadTexts(language, part));
  const messages = useMemo(() => ({ ...site, ...own }), [site, own]);
  return (
    <IntlProvider
      locale={localeOf(language)}
      messages={messages}
      defaultLocale="en"
      {...(timeZone === undefined ? {} : { timeZone })}
      {...strictly}
    >
      {children}
    </IntlProvider>
  );
}

/** Adds a part's texts for the tree below, in the language that is around it; suspends until they've loaded. */
export function MoreTexts({ part, children }: Pick<Props, 'part' | 'children'>) {
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const { locale, messages: around, timeZone } = useIntl();
  const own = use(loadTexts(useLanguage(), part));
  const messages = useMemo(() => ({ ...around, ...own }), [around, own]);
  return (
    <IntlProvider
      locale={locale}
      messages={messages}
      defaultLocale="en"
      {...(timeZone === undefined ? {} : { timeZone })}
      {...strictly}
    >
      {children}
    </IntlProvider>
  );
}
