import type { Plugin } from 'vite';

const asked = /Intl\.(NumberFormat|DateTimeFormat)\.supportedLocalesOf\(/g;

/**
 * Has react-intl look up its locale with `Intl.PluralRules`: the first call about numbers or dates opens ICU's data,
 * 40 to 120 ms (two slow cores) before a page answers, and most pages show neither. Throws when an upgrade has changed that.
 */
export function cheapLocales(): Plugin {
  return {
    name: 'cheap-locales',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/(@formatjs\/intl|intl-messageformat)\/index\.js$/.test(id)) return null;
      if (code.search(asked) < 0) throw new Error(`${id} doesn't ask for supported locales any more`);
      return code.replace(asked, 'Intl.PluralRules.supportedLocalesOf(');
    },
  };
}
