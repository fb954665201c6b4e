import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Plugin } from 'vite';

/** A file in the site's build, for `write-site.ts`, which maps screens to pages; and the one in the admin's. */
export const textUsesFile = 'text-uses.json';
export const adminUsesFile = 'text-uses-admin.json';

const routeFile = /\/src\/site\/routes\/(.+)\.route\.tsx$/;
const adminFile = '/src/admin/admin-app.tsx';
/** Its texts are on every page of the site. `write-site.ts` adds those of a page's head. */
const frameFile = '/src/site/site-frame.tsx';
const comment = /\/\*[^]*?\*\//g;
const quotedKey = /["'`]([A-Za-z]+(?:\.[A-Za-z]+)+)["'`]/g;
const skipped =
  /\/src\/(?:site\/(?:app|pages\/page-head)\.tsx|admin\/(?:screens\.ts|not-found-screen\.tsx)|ui\/late-toaster\.tsx)$/;

/**
 * Finds the screens that use each text, by searching a screen's route file and everything it imports for keys, which
 * are always written in full (catalogues.spec.ts). That includes texts shown later, in a dialog or toast. Writes them as
 * `{ "home.hero.lead": ["home"], "bar.about": ["*"] }`, `*` being the frame,
 * and `admin` every screen of the owner's.
 */
export function textUses(isAdmin: boolean): Plugin {
  const keys = new Set(Object.keys(flattenTexts(messages.en)));
  return {
    name: 'text-uses',
    apply: 'build',
    generateBundle() {
      const uses: Record<string, string[]> = {};
      for (const route of this.getModuleIds()) {
        const screen = route.endsWith(frameFile)
          ? '*'
          : route.endsWith(adminFile)
            ? 'admin'
            : routeFile.exec(route)?.[1];
        if (screen === undefined) continue;
        const found = new Set<string>();
        // A set that grows while it's walked: each module adds those that it imports.
        const modules = new Set([route]);
        for (const id of modules) {
          if (skipped.test(id) || !id.includes('/src/')) continue;
          const { code, importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          for (const [, key = ''] of (code ?? '').replaceAll(comment, '').matchAll(quotedKey))
            if (keys.has(key)) found.add(key);
          for (const next of [...importedIds, ...dynamicallyImportedIds]) modules.add(next);
        }
        for (const key of found) (uses[key] ??= []).push(screen);
      }
      this.emitFile({
        type: 'asset',
        fileName: isAdmin ? adminUsesFile : textUsesFile,
        source: JSON.stringify(uses),
      });
    },
  };
}
