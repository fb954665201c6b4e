import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { watchMarks, markOf } from './marked-elements';

const shown = page.getByTestId('text');
const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));

it('leaves the focus on a text that the page shows without its mark for a moment', async () => {
  const marks = watchMarks(() => 'home.hero.fine');
  const words = document.createTextNode(`${markOf(0)}Saved here.`);
  const text = document.createElement('p');
  text.dataset['testid'] = 'text';
  text.append(words);
  document.body.append(text);
  onTestFinished(() => {
    marks.stop();
    text.remove();
  });
  await expect.element(shown).toHaveAttribute('tabindex', '0');
  text.focus();

  // A text saved elsewhere comes without marks, and is rendered again with them.
  words.data = 'Saved elsewhere.';
  await expect.element(shown).not.toHaveAttribute('data-in-place');
  // An element that can't have the focus loses it by the next frame.
  await nextFrame();
  await nextFrame();
  words.data = `${markOf(0)}Saved elsewhere.`;
  await expect.element(shown).toHaveAttribute('data-in-place');
  await expect.element(shown).toHaveFocus();

  // Left, it's no longer a stop.
  text.blur();
  words.data = 'Gone.';
  await expect.element(shown).not.toHaveAttribute('tabindex');
});
