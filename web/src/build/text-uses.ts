import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Plugin } from 'vite';

/** In the browser's build, for `write-site.ts`, which maps screens to pages. */
export const textUsesFile = 'text-uses.json';

const routeFile = /\/src\/app\/routes\/(.+)\.route\.tsx$/;
/** Its texts are on every page of the site. `write-site.ts` adds those of a page's head. */
const frameFile = '/src/app/site-frame.tsx';
const comment = /\/\*[^]*?\*\//g;
const skipped = /\/src\/app\/(?:app|pages\/page-head)\.tsx$/;

/**
 * Finds the screens that use each text, by searching a screen's route file and everything it imports for keys, which
 * are always written in full (catalogues.spec.ts). That includes texts shown later, in a dialog or toast. Writes them as `{ "home.hero.lead": ["home"], "bar.about": ["*"] }`, `*` being the frame.
 */
export function textUses(): Plugin {
  const keys = new Set(Object.keys(flattenTexts(messages.en)));
  return {
    name: 'text-uses',
    apply: 'build',
    generateBundle() {
      const uses: Record<string, string[]> = {};
      for (const id of this.getModuleIds()) {
        const screen = id.endsWith(frameFile) ? '*' : routeFile.exec(id)?.[1];
        if (screen === undefined) continue;
        for (const key of keysBelow(id, (next) => this.getModuleInfo(next), new Set()))
          (uses[key] ??= []).push(screen);
      }
      this.emitFile({ type: 'asset', fileName: textUsesFile, source: JSON.stringify(uses) });
    },
  };

  function keysBelow(id: string, look: (id: string) => Module | null, seen: Set<string>): Set<string> {
    const found = new Set<string>();
    if (seen.has(id) || skipped.test(id) || !id.includes('/src/')) return found;
    seen.add(id);
    const { code, importedIds = [], dynamicallyImportedIds = [] } = look(id) ?? {};
    for (const [, key = ''] of (code ?? '')
      .replaceAll(comment, '')
      .matchAll(/["'`]([A-Za-z]+(?:\.[A-Za-z]+)+)["'`]/g))
      if (keys.has(key)) found.add(key);
    for (const next of [...importedIds, ...dynamicallyImportedIds])
      for (const key of keysBelow(next, look, seen)) found.add(key);
    return found;
  }
}

interface Module {
  code: string | null;
  importedIds?: readonly string[];
  dynamicallyImportedIds?: readonly string[];
}
