import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderSite } from '../../testing/render';
import { Facade } from './facade';

afterEach(() => page.viewport(1280, 720));

const tiles = () => [...document.querySelectorAll('.tile')];

it.each([1240, 1440])('at %i px Tab goes through the façade from left to right', async (width) => {
  await page.viewport(width, 900);
  renderSite(<Facade openPopup={() => undefined} />, { path: '/en' });
  await expect.poll(() => tiles().length).toBe(3);
  const passed: number[] = [];
  for (let step = 0; step < 3; step++) {
    await userEvent.tab();
    passed.push(document.activeElement?.getBoundingClientRect().left ?? NaN);
  }
  expect(passed).toEqual(passed.toSorted((one, other) => one - other));
  expect(new Set(passed).size).toBe(3);
});

it('becomes one when the window gets wide, and starts with the door while it is narrow', async () => {
  const first = () => tiles()[0]?.classList.contains('tile-door');
  await page.viewport(1239, 900);
  renderSite(<Facade openPopup={() => undefined} />, { path: '/en' });
  await expect.poll(first).toBe(true);
  await page.viewport(1240, 900);
  await expect.poll(first).toBe(false);
  await page.viewport(1239, 900);
  await expect.poll(first).toBe(true);
});
