import { expect, it } from 'vitest';
import { cutText } from './text.js';

it('never cuts a character in half', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
});
