import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { SiteLanguage } from './language';

export type TextOf = (id: MessageKey, values?: Record<string, string | number>) => string;

/** Gives `text('home.hero.lead')`: a text of the language in which the tree around it is written. */
export function useText(): TextOf {
  const { formatMessage } = useIntl();
  return useCallback((id, values) => formatMessage({ id }, values), [formatMessage]);
}

/** The language in which the tree around it is written. */
export function useLanguage(): SiteLanguage {
  return useIntl().locale as SiteLanguage;
}
