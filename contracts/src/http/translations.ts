import type { MessageTree } from '../messages/index.js';

/** The languages of the texts, as the catalogues and the site's paths name them. */
export const textLanguages = ['en', 'nl'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** In characters. A text of this length fits a body of 32 KB however it is escaped; an import may be larger. */
export const translationLimits = { key: 200, text: 5_000, importBytes: 1_048_576 } as const;

/**
 * `GET /api/admin/translations`: only what was changed, `GET …/manage`: every text. Nested by the parts of the keys.
 * The first has a strong ETag: the texts' version (below) in quotes.
 */
export type TranslationsAnswer = Record<TextLanguage, MessageTree>;

/** `value` empty or absent: back to the built-in text. */
export interface TranslationBody {
  key: string;
  language: TextLanguage;
  value?: string;
}

/** The text as it stands from now on: the built-in one where `value` was empty. */
export interface TranslationAnswer {
  key: string;
  value: string;
  language: TextLanguage;
}

export const messageFaults = [
  'syntax',
  'blank',
  'missing-argument',
  'unknown-argument',
  'missing-tag',
  'unknown-tag',
  'cannot-be-formatted',
] as const;
export type MessageFault = (typeof messageFaults)[number];

/** What is wrong with a message: one of the `details` of a 422, and of an import. */
export interface MessageProblem {
  field: 'value';
  /** An English sentence for people who read answers; the editor goes by `fault`. */
  message: string;
  fault: MessageFault;
  /** Of the argument or tag; of a `syntax` fault, the parser's name for it (`UNCLOSED_TAG`). */
  name: string;
  /** Where in the text, in UTF-16 units from 0, and as line and column from 1; absent for what is not there at all. */
  place?: { offset: number; line: number; column: number };
}

/** `details` of a 412: the text as it stands now. Its SHA-256 is what the next `If-Match` has to name. */
export type TextConflictDetails = [{ field: 'value'; message: string }];

/** One change of one text. The owner is the only one who makes them. */
export interface TextEditAnswer {
  id: string;
  key: string;
  language: TextLanguage;
  old: string;
  new: string;
  /** ISO instant */
  editedAt: string;
}

/** `GET …/history?key=&language=&cursor=`: newest first, 50 a page; `cursor` asks for the next, null on the last. */
export interface TextHistoryAnswer {
  edits: TextEditAnswer[];
  cursor: string | null;
}

/** Puts `old` back, byte for byte: itself an edit. 412 where the text has moved since, unless `force`. */
export interface UndoBody {
  id: string;
  force?: boolean;
}

/** Nested as in the catalogues; dotted names are understood too. What is not in it stays as it is. */
export type ImportBody = Partial<Record<TextLanguage, MessageTree>>;

/**
 * With `?dryRun=true` nothing is changed. Else all of `changes` are made at once: 422 where `broken` is not empty.
 * With `If-Match: "<version>"` (of `state`, or of the dry run) 412 where any text was edited since.
 */
export interface ImportAnswer {
  applied: boolean;
  version: string;
  changes: { key: string; language: TextLanguage; old: string; new: string }[];
  unchanged: number;
  /** Keys that this site does not have; they are left out. */
  unknown: { key: string; language: TextLanguage }[];
  broken: { key: string; language: TextLanguage; value: string; problems: MessageProblem[] }[];
}

/** `GET …/state`. The versions are names of states, `built-in` before the first edit; only equality means something. */
export interface TranslationsStateAnswer {
  version: string;
  changedAt: string | null;
  /** How many texts differ from the built-in ones, in both languages together. */
  changed: number;
  pages: {
    /** Of the texts in the HTML that visitors get; null while the worker has rendered none. */
    version: string | null;
    renderedAt: string | null;
    /** `failed`: the pages of before stay; it is tried again by itself, and at the next edit. */
    status: 'current' | 'rendering' | 'failed';
    failure: { reason: string; failedAt: string; attempts: number } | null;
  };
}

/**
 * `<script type="application/json" id="texts">` of a prerendered page, there when some text was changed: those it was
 * rendered with, of its own language (of both on `/`, which moves to either; the admin's texts on its pages alone),
 * parsed, because the site carries no parser. `version` in quotes is the ETag of `GET /api/admin/translations`.
 */
export interface TextsOfPage<Parsed = unknown> {
  version: string;
  texts: Partial<Record<TextLanguage, Record<string, Parsed>>>;
}
