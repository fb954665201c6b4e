import { it } from 'vitest';
import { expect } from './expect.js';
import { accessibilityFaults, newContext } from './site.js';

it('asks axe once what fades in has come, whatever else never stops, and hears of what is wrong then', async () => {
  const page = await (await newContext()).newPage();
  const show = (text: string) =>
    page.setContent(`<!doctype html><html lang="en"><title>A page</title>
      <style>
        @keyframes fade { from { opacity: 0.3 } }
        h1 { animation: fade 2s steps(1) }
        i { animation: fade 1s infinite }
        p { color: #777; background: #888 }
      </style>
      <main><i></i><h1>A headline</h1>${text}</main></html>`);
  await show('');
  expect(await accessibilityFaults(page)).toEqual([]);
  await show('<p>Hardly to be read</p>');
  expect(await accessibilityFaults(page)).toEqual(['color-contrast: p']);
  await page.close();
});
