import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { findWrong, isOfEnv, readSetting, type Start, withField } from './draft.js';
import { withSetting } from './env-text.js';
import { fieldAt, isList, isText } from './fields.js';
import type { Question } from './questions.js';

/** Whether a file of the two has such a setting, and it holds a text, or texts with a comma between. */
export function isSetting({ schema }: Start, setting: string): boolean {
  const field = fieldAt(schema, setting);
  if (!isOfEnv(setting)) return isText(field) || isList(field);
  return new RegExp(`^#${setting}=`, 'm').test(readFileSync(join(root, 'docs/settings.env'), 'utf8'));
}

/** With one more answer, or without that setting where it's empty; a sentence where it would be refused. */
export function applyAnswer(start: Start, { setting, check }: Question, answer: string): Start | string {
  const { draft, schema } = start;
  const isKept = answer === readSetting(draft, setting);
  if (isKept && !isOfEnv(setting)) return start;
  if (/\p{Cc}/u.test(answer)) return 'It must be one line of text.';
  const refused = answer === '' || isKept ? undefined : check?.(answer);
  if (refused) return refused;
  if (/^https?:/.test(answer) && !URL.canParse(answer))
    return 'It must be a whole address, such as https://example.org/you.';
  const field = fieldAt(schema, setting);
  const value = isList(field) && answer !== '' ? answer.split(',').map((item) => item.trim()) : answer;
  let next: Start;
  try {
    const changed = isOfEnv(setting)
      ? { env: isKept ? draft.env : withSetting(draft.env, setting, answer) }
      : { site: withField(draft.site, setting.split('.'), value) };
    next = { ...start, draft: { ...draft, ...changed } };
  } catch (error) {
    return (error as Error).message;
  }
  // Settings of .env that depend on each other are checked together, at the end.
  const wrong = findWrong(next, isOfEnv(setting)).filter(
    (line) => !isOfEnv(setting) || line.startsWith(`${setting} `),
  );
  if (wrong.length === 0) return next;
  if (answer === '' && field) return 'It can’t be left out.';
  const options = field?.enum ?? field?.items?.enum;
  if (options) return `It must be one of ${options.join(', ')}.`;
  if (field?.examples && wrong.some((line) => line.includes(' must match pattern ')))
    return `It must look like ${field.examples.join(' or ')}.`;
  return wrong.map((line) => line.replace(`${setting} must`, 'It must')).join('\n  ');
}
