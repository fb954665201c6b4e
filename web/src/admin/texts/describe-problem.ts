import type { MessageFault } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { TextOf } from '../../i18n/use-text';
import type { Problem } from './check-message';

const sentences: Record<Exclude<MessageFault, 'syntax'>, MessageKey> = {
  blank: 'admin.translations.problem.blank',
  'missing-argument': 'admin.translations.problem.missingArgument',
  'unknown-argument': 'admin.translations.problem.unknownArgument',
  'missing-tag': 'admin.translations.problem.missingTag',
  'unknown-tag': 'admin.translations.problem.unknownTag',
  'cannot-be-formatted': 'admin.translations.problem.cannotBeFormatted',
};

/** By the parser's ErrorKind. A test fails when one is missing. */
export const syntaxSentences: Partial<Record<string, MessageKey>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'admin.translations.problem.openBrace',
  EMPTY_ARGUMENT: 'admin.translations.problem.emptyBraces',
  MALFORMED_ARGUMENT: 'admin.translations.problem.malformedArgument',
  EXPECT_ARGUMENT_TYPE: 'admin.translations.problem.badType',
  INVALID_ARGUMENT_TYPE: 'admin.translations.problem.badType',
  EXPECT_ARGUMENT_STYLE: 'admin.translations.problem.badStyle',
  INVALID_NUMBER_SKELETON: 'admin.translations.problem.badNumber',
  INVALID_DATE_TIME_SKELETON: 'admin.translations.problem.badDate',
  EXPECT_NUMBER_SKELETON: 'admin.translations.problem.badNumber',
  EXPECT_DATE_TIME_SKELETON: 'admin.translations.problem.badDate',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'admin.translations.problem.badStyle',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'admin.translations.problem.badChoice',
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'admin.translations.problem.badOffset',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'admin.translations.problem.badOffset',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'admin.translations.problem.badChoice',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'admin.translations.problem.badChoice',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'admin.translations.problem.badChoice',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'admin.translations.problem.badChoice',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'admin.translations.problem.badChoice',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'admin.translations.problem.sameCase',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'admin.translations.problem.sameCase',
  MISSING_OTHER_CLAUSE: 'admin.translations.problem.noOther',
  INVALID_TAG: 'admin.translations.problem.invalidTag',
  INVALID_TAG_NAME: 'admin.translations.problem.invalidTag',
  UNCLOSED_TAG: 'admin.translations.problem.openTag',
  UNMATCHED_CLOSING_TAG: 'admin.translations.problem.unmatchedTag',
};

/** Describes a problem in one sentence, with its place. */
export function describeProblem({ fault, name, place }: Problem, text: TextOf): string {
  const key =
    fault === 'syntax' ? (syntaxSentences[name] ?? 'admin.translations.problem.syntax') : sentences[fault];
  const sentence = text(key, { name });
  if (!place) return sentence;
  return text('admin.translations.problem.at', { sentence, line: place.line, column: place.column });
}
