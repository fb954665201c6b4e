import type { Plugin } from 'vite';

const changes: [pattern: RegExp, to: string][] = [
  [/ENABLE_DEV_WARNINGS = true/g, 'ENABLE_DEV_WARNINGS = false'],
  [/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'],
  [/^[A-Za-z]+\.displayName = .*$/gm, ''],
];

/**
 * Lets the bundler leave out what this site doesn't use of react-router. Its package exports only the development
 * build, and its calls of createContext, forwardRef and memo and the names it sets on components make forms, fetchers
 * and prefetching look used: together 6 KB of every visitor's JavaScript. Throws when an upgrade has changed that.
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
