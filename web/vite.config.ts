import { fileURLToPath } from 'node:url';
import { textLanguages } from '@voordeur/contracts/http';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adminPage, themeColour } from './src/build/page-plugins.ts';
import { cheapLocales, slimRouter, withoutParser } from './src/build/smaller-bundles.ts';
import { compiledTexts } from './src/build/compiled-texts.ts';
import { checkedSiteConfig, slimSiteConfig } from './src/build/site-config.ts';
import { siteFiles } from './src/build/site-files.ts';
import { subsetFonts } from './src/build/subset-fonts.ts';
import { textUses } from './src/build/text-uses.ts';

/**
 * Three builds: the site's for the browser and, with `--mode admin`, the admin's, both into `dist`, which nginx serves;
 * and the server's into `server/dist`, which writes each page as HTML. The two products share no file of a build: a
 * chunk of what both begin with made the site's 2 KB larger. All need the compiled `contracts` (`npm run build:server`).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    checkedSiteConfig(),
    compiledTexts(),
    siteFiles(),
    themeColour(),
    adminPage(),
    ...(isSsrBuild
      ? []
      : [
          slimSiteConfig(),
          subsetFonts(),
          withoutParser(),
          cheapLocales(),
          slimRouter(),
          textUses(mode === 'admin'),
        ]),
    react(),
    tailwindcss(),
  ],
  define: {
    // The footer's year in a prerendered page; the browser puts the current one there after hydration.
    'import.meta.env.BUILD_YEAR': JSON.stringify(new Date().getFullYear()),
    // The script of the head imports nothing (src/site/start.ts).
    'import.meta.env.LANGUAGES': JSON.stringify(textLanguages),
    // A site with two languages doesn't carry the menu of more.
    'import.meta.env.HAS_LANGUAGE_MENU': JSON.stringify(textLanguages.length > 2),
  },
  resolve: {
    alias: {
      // It would inject a <style>, which a strict content security policy blocks.
      'react-remove-scroll': fileURLToPath(new URL('./src/lib/no-remove-scroll.tsx', import.meta.url)),
    },
  },
  build: isSsrBuild
    ? {
        outDir: 'server/dist',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/build/write-site.ts', 'src/build/render-pages.ts'] },
      }
    : {
        outDir: 'dist',
        // The admin's comes second.
        emptyOutDir: mode !== 'admin',
        copyPublicDir: mode !== 'admin',
        manifest: mode !== 'admin',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // The prerenderer swaps the first for the second; under Vite's dev server, the page starts the app itself.
          input: mode === 'admin' ? 'admin.html' : ['index.html', 'src/site/start.ts'],
          output: {
            // 36 bits tell the files apart; longer hashes don't compress, and the home page names over a hundred.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            hashCharacters: 'base36',
            // All that each needs at startup is one chunk: split into ten shared ones, it was 3 KB larger. So is what the
            // forms share, and what the owner's analytics share with a shared view. A group takes along what its files
            // import.
            codeSplitting: {
              groups:
                mode === 'admin'
                  ? [
                      { name: 'admin', test: /src\/admin\/main\.tsx$/, priority: 1 },
                      { name: 'admin-queries', test: /src\/lib\/(admin-queries|form)\.ts$/ },
                      { name: 'period', test: /admin\/analytics\/(period|formats)\.tsx?$/ },
                    ]
                  : [
                      { name: 'app', test: /src\/site\/main\.tsx$/, priority: 1 },
                      { name: 'http', test: /src\/lib\/http\.ts$/ },
                      { name: 'lead-form', test: /src\/(lib\/(lead-form|form|drafts)\.ts|ui\/field\.tsx)$/ },
                    ],
            },
          },
        },
        // A data: URL would need an exception in the content security policy.
        assetsInlineLimit: 0,
      },
  // Everything is bundled: the worker runs it where the site's packages aren't installed.
  ssr: { noExternal: true },
  // For `make dev`, which starts Vite.
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '13001'}` } },
}));
