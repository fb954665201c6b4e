import en from './en.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/** The built-in texts, by language and key. */
export const messages = { en, nl };
export type MessageKey = keyof typeof en;
