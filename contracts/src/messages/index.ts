import en from './en.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/**
 * The built-in texts (ICU messages). The catalogues are nested, by screen, because that is the form in which
 * `GET /api/admin/translations` answers; a single text is named by its keys joined with dots, as in
 * `PUT /api/admin/translations` and in react-intl: `home.hero.lead`.
 */
export const messages = { en, nl };

/** One language's catalogue, or the part of it that an owner changed. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

type DottedKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${DottedKey<Tree[Key]>}`;
}[keyof Tree & string];

/** Every text's dotted name. */
export type MessageKey = DottedKey<typeof en>;
