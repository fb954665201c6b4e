import { expect, it } from 'vitest';
import { mailUrl } from './mail-url.js';

it.each([
  ['smtps://me:secret@mail.front.nl:465', 'smtps://me:secret@mail.front.nl:465'],
  [
    'smtps://me@front.nl:p@ss/w:rd#1@mail.front.nl',
    'smtps://me%40front.nl:p%40ss%2Fw%3Ard%231@mail.front.nl',
  ],
  ['smtp://me%40front.nl:p%40ss@mail.front.nl:587', 'smtp://me%40front.nl:p%40ss@mail.front.nl:587'],
  ['smtp://mail.front.nl:25', 'smtp://mail.front.nl:25'],
  ['mail.front.nl', 'mail.front.nl'],
])('encodes what an address cannot hold (%#)', (typed, stored) => {
  expect(mailUrl(typed)).toBe(stored);
});
