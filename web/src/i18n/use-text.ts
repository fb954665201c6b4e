import { languageName, type TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { site } from '../config/site';

export type TextOf = (id: MessageKey, values?: Record<string, string | number>) => string;

const promiseKey = (): MessageKey => (site.daysOff?.length ? 'promise.workingDays' : 'promise.anyDay');

/**
 * Gives `text('home.hero.lead')`: a text of the language in which the tree around it is written. Every text may say
 * `{promise}`, which is how soon the owner replies, in the words of one text.
 */
export function useText(): TextOf {
  const { formatMessage } = useIntl();
  return useCallback(
    (id, values) => formatMessage({ id }, { promise: formatMessage({ id: promiseKey() }), ...values }),
    [formatMessage],
  );
}

/** The language in which the tree around it is written. */
export function useLanguage(): TextLanguage {
  // Its locale names a country too, for dates: `en-GB`.
  return useIntl().locale.split('-')[0] as TextLanguage;
}

/** Gives `nameOf('NL')`: the name of a language in the language of the tree around it. */
export function useLanguageName(): (code: string) => string {
  const language = useLanguage();
  return useCallback((code) => languageName(code, language), [language]);
}
