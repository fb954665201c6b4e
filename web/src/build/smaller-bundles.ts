import type { Plugin } from 'vite';

const askedLocales = /Intl\.(NumberFormat|DateTimeFormat)\.supportedLocalesOf\(/g;

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
      if (code.search(askedLocales) < 0) throw new Error(`${id} doesn't ask for supported locales any more`);
      return code.replace(askedLocales, 'Intl.PluralRules.supportedLocalesOf(');
    },
  };
}

const changes: [pattern: RegExp, to: string][] = [
  [/ENABLE_DEV_WARNINGS = true/g, 'ENABLE_DEV_WARNINGS = false'],
  [/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'],
  [/^[A-Za-z]+\.displayName = .*$/gm, ''],
];

/**
 * Lets the bundler drop the unused parts of react-router, 6 KB of every visitor's JavaScript. The package exports only
 * its development build, where calls of createContext, forwardRef and memo, and display names, keep forms, fetchers
 * and prefetching alive. Throws when an upgrade has changed that.
 */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/react-router\/dist\/.*\/chunk-/.test(id) || !code.includes('function BrowserRouter'))
        return null;
      return changes.reduce((slimmer, [pattern, to]) => {
        if (slimmer.search(pattern) < 0) throw new Error(`react-router has no ${pattern.source} any more`);
        return slimmer.replace(pattern, to);
      }, code);
    },
  };
}

const parser = '@formatjs/icu-messageformat-parser';

/**
 * Replaces the message parser in the browser's libraries by an empty one: texts are parsed at build time, and the real
 * one is 6 KB of every visitor's JavaScript. Our own code loads the real one where the owner's texts need it.
 */
export function withoutParser(): Plugin {
  return {
    name: 'without-parser',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (source !== parser || !importer?.includes('/node_modules/')) return null;
      return this.resolve(`${parser}/no-parser.js`, importer, { ...options, skipSelf: true });
    },
  };
}
