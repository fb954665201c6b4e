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

/** By the parser's names; it has more, which a text without choices and formats never meets. */
const syntaxSentences: Partial<Record<string, MessageKey>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'admin.translations.problem.openBrace',
  EMPTY_ARGUMENT: 'admin.translations.problem.emptyBraces',
  MALFORMED_ARGUMENT: 'admin.translations.problem.malformedArgument',
  UNCLOSED_TAG: 'admin.translations.problem.openTag',
  UNMATCHED_CLOSING_TAG: 'admin.translations.problem.unmatchedTag',
  INVALID_TAG: 'admin.translations.problem.invalidTag',
  INVALID_TAG_NAME: 'admin.translations.problem.invalidTag',
  MISSING_OTHER_CLAUSE: 'admin.translations.problem.noOther',
};

/** One sentence on what is wrong, and where. */
export function describeProblem({ fault, name, place }: Problem, text: TextOf): string {
  const key =
    fault === 'syntax' ? (syntaxSentences[name] ?? 'admin.translations.problem.syntax') : sentences[fault];
  const sentence = text(key, { name });
  if (!place) return sentence;
  return text('admin.translations.problem.at', { sentence, line: place.line, column: place.column });
}
