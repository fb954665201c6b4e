import type { Plugin } from 'vite';

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
