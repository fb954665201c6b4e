import { localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { use, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { loadTexts, textChanges } from './texts';
import type { CatalogueName } from './catalogues';

interface Props {
  language: TextLanguage;
  catalogue: CatalogueName;
  /** An IANA name; the browser's own zone by default. */
  timeZone?: string | undefined;
  children: ReactNode;
}

/** A visitor sees as much as possible; a page prerendered for everyone must have every text, and so must a test's. */
const strictly =
  import.meta.env.SSR || import.meta.env.MODE === 'test'
    ? {
        onError: (error: Error) => {
          throw error;
        },
      }
    : {};

/** Gives the tree below its texts; suspends until they've loaded. */
export function TextProvider({ language, catalogue, timeZone, children }: Props) {
  // Texts that change while the page is open come in new promises.
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const messages = use(loadTexts(language, catalogue));
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
