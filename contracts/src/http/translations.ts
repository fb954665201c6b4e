import type { MessageTree } from '../messages/index.js';
import type { TextLanguage } from './languages.js';

/** Limits in characters, but for the import. A text of this length fits a body of 32 KB however it is escaped. */
export const translationLimits = { key: 200, text: 5_000, importBytes: 1_048_576 } as const;

/**
 * `GET /api/admin/translations`: only the changed texts; `GET …/manage`: all texts; `GET …/built-in`: all texts as
 * they were before any change. Nested by the parts of the keys. The first has a strong ETag: the version of the texts (see
 * below) in quotes.
 */
export type TranslationsAnswer = Record<TextLanguage, MessageTree>;

/** An empty or absent `value` restores the built-in text. */
export interface TranslationBody {
  key: string;
  language: TextLanguage;
  value?: string;
}

/** The text as it is now: the built-in one if `value` was empty. */
export interface TranslationAnswer {
  key: string;
  value: string;
  language: TextLanguage;
}

export type MessageFault =
  | 'syntax'
  | 'blank'
  | 'missing-argument'
  | 'unknown-argument'
  | 'missing-tag'
  | 'unknown-tag'
  | 'cannot-be-formatted';

/** A problem with a message: one of the `details` of a 422, and of an import. */
export interface MessageProblem {
  field: 'value';
  /** An English sentence for people who read the response; the editor uses `fault`. */
  message: string;
  fault: MessageFault;
  /** The name of the argument or tag; for a `syntax` fault, the parser's name for it (`UNCLOSED_TAG`). */
  name: string;
  /** The position in UTF-16 units from 0, and as line and column from 1; absent for something missing. */
  place?: { offset: number; line: number; column: number };
}

/** The `details` of a 412: the current text, whose SHA-256 the next `If-Match` needs. */
export type TextConflictDetails = [{ field: 'value'; message: string }];

/** One change of one text. Only the owner makes changes. */
export interface TextEditAnswer {
  id: string;
  key: string;
  language: TextLanguage;
  old: string;
  new: string;
  /** ISO instant */
  editedAt: string;
}

/** `GET …/history?key=&language=&cursor=`: newest first, 50 a page; `cursor` requests the next page, null on the last. */
export interface TextHistoryAnswer {
  edits: TextEditAnswer[];
  cursor: string | null;
}

/** Restores `old` byte for byte, which is an edit too. 412 if the text has changed since, unless `force` is set. */
export interface UndoBody {
  id: string;
  force?: boolean;
}

/** `POST …/undo-together`: undoes several edits, of all their texts or of none. 412 if one has changed since. */
export interface UndoTogetherBody {
  ids: string[];
}

/**
 * `PUT …/drafts`: as `TranslationBody`; a draft that equals the published text is removed. `If-Match` is the
 * hash of the draft as it was opened, or of the published text where there was none.
 */
export interface TextDraftAnswer {
  key: string;
  language: TextLanguage;
  /** As it would be published: the built-in text if it was saved empty. */
  value: string;
  /** The published text when the draft was begun; it has changed since if it isn't the present one. */
  writtenOver: string;
  /** ISO instant */
  updatedAt: string;
}

/** `GET …/drafts`, in the order of the texts. `version` is the texts' own, for the `If-Match` of publishing. */
export interface TextDraftsAnswer {
  version: string;
  drafts: TextDraftAnswer[];
}

/**
 * `POST …/drafts/publish`: all drafts at once, as one version. 412 with the fields (`nl.home.hero.lead`) and present texts
 * of those that changed since their drafts were begun, unless `If-Match: "<version>"` names the version that the owner saw.
 */
export interface PublishAnswer {
  version: string;
  published: number;
}

/** Nested as in the catalogues; dotted names work too. Texts that aren't in it stay as they are. */
export type ImportBody = Partial<Record<TextLanguage, MessageTree>>;

/**
 * With `?dryRun=true` nothing changes. Otherwise all `changes` are made at once, or none with a 422 if `broken` isn't
 * empty. With `If-Match: "<version>"` (from `state` or the dry run) it's a 412 if any text was edited since.
 */
export interface ImportAnswer {
  applied: boolean;
  version: string;
  changes: { key: string; language: TextLanguage; old: string; new: string }[];
  unchanged: number;
  /** Keys that this site doesn't have; they are ignored. */
  unknown: { key: string; language: TextLanguage }[];
  broken: { key: string; language: TextLanguage; value: string; problems: MessageProblem[] }[];
}

/** `GET …/state`. Versions can only be compared for equality; before the first edit it's `built-in`. */
export interface TranslationsStateAnswer {
  version: string;
  changedAt: string | null;
  /** How many texts differ from the built-in ones, in all languages together. */
  changed: number;
  pages: {
    /** The version of the texts in the HTML that visitors get; null until the worker has rendered it. */
    version: string | null;
    renderedAt: string | null;
    /** `failed`: the previous pages stay; rendering is retried automatically and at the next edit. */
    status: 'current' | 'rendering' | 'failed';
    failure: { reason: string; failedAt: string; attempts: number } | null;
  };
}

/**
 * `<script type="application/json" id="texts">` of a prerendered page, present if any text was changed: the changed texts
 * it was rendered with, in its own language (in all on `/`, which redirects to one of them; the admin's texts only on its
 * pages). They are parsed, because the site ships no parser. `version` in quotes is the ETag of
 * `GET /api/admin/translations`.
 */
export interface TextsOfPage<Parsed = unknown> {
  version: string;
  texts: Partial<Record<TextLanguage, Record<string, Parsed>>>;
}
