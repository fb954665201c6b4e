import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, renderSite } from '../../testing/render';
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

it.each([375, 1280])('at %i px a press in the middle of each tile is that tile’s', async (width) => {
  await page.viewport(width, 900);
  const opened: string[] = [];
  renderSite(<Facade openPopup={(popup) => opened.push(popup)} />, { path: '/en' });
  for (const tile of ['.tile-agents', '.tile-door', '.tile-learn']) {
    await expect.poll(() => document.querySelector(tile)).not.toBeNull();
    await userEvent.click(document.querySelector(tile) ?? document.body);
  }
  expect(opened).toEqual(['agents', 'setups']);
  await expect.element(address).toHaveTextContent('/learn');
});

it.each([375, 768])('at %i px the door comes first for Tab, and the dark window last', async (width) => {
  await page.viewport(width, 900);
  renderSite(<Facade openPopup={() => undefined} />, { path: '/en' });
  await expect.poll(() => tiles().length).toBe(3);
  for (const tile of ['.tile-door', '.tile-learn', '.tile-agents']) {
    await userEvent.tab();
    expect(document.querySelector(tile)).toHaveFocus();
  }
});

it('the words on the door move with its leaf', async () => {
  await page.viewport(1440, 900);
  renderSite(<Facade openPopup={() => undefined} />, { path: '/en' });
  await expect.poll(() => tiles().length).toBe(3);
  const sizes = () => {
    const [leaf, words] = ['.leaf', '.tile-words'].map((part) =>
      document.querySelector(`.tile-door ${part}`)?.getBoundingClientRect(),
    );
    if (!leaf || !words) throw new Error('The door is not there.');
    return { leaf: leaf.width, words: words.width, gap: words.left - leaf.left };
  };
  const before = sizes();
  await userEvent.hover(document.querySelector('.tile-door') ?? document.body);
  await expect.poll(() => sizes().leaf / before.leaf).toBeCloseTo(0.94, 2);
  await expect.poll(() => sizes().words / before.words).toBeCloseTo(0.94, 2);
  expect(sizes().gap / before.gap).toBeCloseTo(0.94, 1);
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
