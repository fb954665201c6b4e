import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './places.mjs';

/** Playwright's own browser where it was downloaded, else the system's. */
export function launchBrowser() {
  const own = chromium.executablePath();
  return chromium.launch({
    executablePath: existsSync(own) ? own : '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
    ],
  });
}

const families = [
  ['Familjen Grotesk Variable', 'familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2', '400 700'],
  [
    'Familjen Grotesk Variable',
    'familjen-grotesk/files/familjen-grotesk-latin-wght-italic.woff2',
    '400 700',
    'italic',
  ],
  ['Hanken Grotesk Variable', 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2', '100 900'],
  [
    'Hanken Grotesk Variable',
    'hanken-grotesk/files/hanken-grotesk-latin-wght-italic.woff2',
    '100 900',
    'italic',
  ],
];

/** The two families as data: URLs, because a page made of a string may not read files. */
export function fontFaces() {
  return families
    .map(([family, file, weight, style = 'normal']) => {
      const font = readFileSync(join(root, 'node_modules/@fontsource-variable', file)).toString('base64');
      return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/woff2;base64,${font}) format("woff2-variations")}`;
    })
    .join('');
}

/** A page of width × height CSS pixels that shows one drawing at a time, with our fonts loaded. */
export async function openStage(browser, width, height, background = 'transparent') {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
  await page.setContent(
    `<!doctype html><style>${fontFaces()}html,body{margin:0;background:${background}}svg{display:block}` +
      `p{position:absolute;font-family:"Familjen Grotesk Variable"}</style><p style="font-weight:600">a</p><p style="font-family:'Hanken Grotesk Variable'">a</p><div id="stage"></div>`,
  );
  await page.evaluate(
    'document.fonts.ready.then(() => document.querySelectorAll("p").forEach((p) => p.remove()))',
  );
  return page;
}

/** The drawing as PNG bytes, or as `options` of Playwright's screenshot say. */
export async function shoot(page, svg, options = {}) {
  await page.evaluate((drawing) => {
    globalThis.document.querySelector('#stage').innerHTML = drawing;
  }, svg);
  return page.screenshot({ animations: 'disabled', ...options });
}
