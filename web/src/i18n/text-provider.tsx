import { use, useMemo, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { SiteLanguage } from './language';
import { loadTexts, type TextsPart } from './texts';

interface Props {
  language: SiteLanguage;
  part: TextsPart;
  children: ReactNode;
}

/** Gives the tree below its texts; suspends until they are here. The admin's part holds the site's too. */
export function TextProvider({ language, part, children }: Props) {
  const site = use(loadTexts(language, 'site'));
  const own = use(loadTexts(language, part));
  const messages = useMemo(() => ({ ...site, ...own }), [site, own]);
  return (
    <IntlProvider locale={language} messages={messages} defaultLocale="en">
      {children}
    </IntlProvider>
  );
}
