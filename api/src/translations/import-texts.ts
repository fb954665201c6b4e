import {
  flattenTexts,
  type ImportAnswer,
  linesOfText,
  textLanguages,
  translationLimits,
} from '@voordeur/contracts/http';
import type { MessageTree } from '@voordeur/contracts/messages';
import type { DataSource } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';
import { changeTexts, type TextChange } from './change-texts.js';
import { checkMessage } from './check-message.js';
import { builtInTexts, type CurrentTexts, hasText, matchesEtag, readTexts } from './read-texts.js';

/** The catalogues are four levels deep, so anything much deeper isn't one. */
const maxDepth = 10;
const lines = new RegExp(linesOfText, 'u');

/** The texts in a body with texts by language. Throws `invalid-body` with the path of anything that isn't a tree of texts. */
export function parseImport(body: unknown): TextChange[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('invalid-body');
  return textLanguages.flatMap((language) => {
    const given = (body as Record<string, unknown>)[language];
    if (given === undefined) return [];
    checkTree(given, language);
    return Object.entries(flattenTexts(given as MessageTree)).map(([key, value]) => ({
      language,
      key,
      value,
    }));
  });
}

function checkTree(given: unknown, path: string, depth = 1): void {
  const field = path.slice(0, translationLimits.key);
  if (typeof given === 'string' && depth > 1) {
    if (given.length > translationLimits.text) throw invalidField(field, 'is too long');
    if (!lines.test(given)) throw invalidField(field, 'must not hold control characters');
    return;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given) || depth > maxDepth) {
    throw invalidField(field, 'must be texts by their keys');
  }
  for (const [name, value] of Object.entries(given)) checkTree(value, `${path}.${name}`, depth + 1);
}

/** The changes that an import would make. */
export async function previewImport(db: DataSource, given: TextChange[]): Promise<ImportAnswer> {
  return { applied: false, ...compare(given, await readTexts(db.manager)) };
}

/**
 * Makes every change of an import in one transaction. Throws `broken-text` if the site can't show one of the texts, and
 * `text-conflict` if `ifMatch` is given and doesn't match the current version.
 */
export async function applyImport(
  db: DataSource,
  given: TextChange[],
  ifMatch: string | undefined,
): Promise<ImportAnswer> {
  let compared: Omit<ImportAnswer, 'applied'> | undefined;
  const { version } = await changeTexts(db, (current) => {
    if (ifMatch !== undefined && !matchesEtag(ifMatch, `"${current.version}"`))
      throw new ApiError('text-conflict');
    compared = compare(given, current);
    const details = compared.broken.flatMap(({ problems, language, key }) =>
      problems.map((problem) => ({ ...problem, field: `${language}.${key}` })),
    );
    if (details.length > 0) throw new ApiError('broken-text', { details });
    return compared.changes.map((change) => ({
      language: change.language,
      key: change.key,
      value: change.new,
    }));
  });
  if (!compared) throw new Error('the import was not compared');
  return { applied: true, ...compared, version };
}

function compare(given: TextChange[], { version, whole }: CurrentTexts): Omit<ImportAnswer, 'applied'> {
  const answer: Omit<ImportAnswer, 'applied'> = {
    version,
    changes: [],
    unchanged: 0,
    unknown: [],
    broken: [],
  };
  for (const { language, key, value } of given) {
    if (!hasText(language, key)) {
      answer.unknown.push({ key, language });
      continue;
    }
    const builtIn = builtInTexts[language][key] ?? '';
    const old = whole[language][key] ?? '';
    const next = value === '' ? builtIn : value;
    const problems = next === old ? [] : checkMessage(next, builtIn, language);
    if (next === old) answer.unchanged += 1;
    else if (problems.length > 0) answer.broken.push({ key, language, value, problems });
    else answer.changes.push({ key, language, old, new: next });
  }
  return answer;
}
