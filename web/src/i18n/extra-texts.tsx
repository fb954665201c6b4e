import { use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { CatalogueName } from './catalogues';
import { loadTexts, textChanges } from './texts';
import { useLanguage } from './use-text';

interface Props {
  catalogue: CatalogueName;
  children: ReactNode;
}

/** Adds the texts of another catalogue to those of the tree around it; suspends until they've loaded. */
export function ExtraTexts({ catalogue, children }: Props) {
  useSyncExternalStore(textChanges.subscribe, textChanges.count, textChanges.none);
  const { locale, defaultLocale, messages, timeZone, onError } = useIntl();
  const added = use(loadTexts(useLanguage(), catalogue));
  const all = useMemo(() => ({ ...messages, ...added }), [messages, added]);
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={defaultLocale}
      messages={all}
      onError={onError}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      {children}
    </IntlProvider>
  );
}
