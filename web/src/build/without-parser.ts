import type { Plugin } from 'vite';

const parser = '@formatjs/icu-messageformat-parser';

/**
 * Gives the libraries of the browser's build the parser that parses nothing: texts are parsed at build, and it would
 * be 6 KB of every visitor's JavaScript. Our own code gets the real one, and loads it only where a text was typed.
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
