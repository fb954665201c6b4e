import { expect, it } from 'vitest';
import { playerAddress } from './player-address';

it.each([
  [{ provider: 'file', source: '/media/video-1.mp4' }, null],
  [
    { provider: 'youtube', source: 'abcdefghijk' },
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0&playsinline=1',
  ],
  [{ provider: 'vimeo', source: '12345' }, 'https://player.vimeo.com/video/12345?autoplay=1&dnt=1'],
  [{ provider: 'vimeo', source: '12345/ab' }, 'https://player.vimeo.com/video/12345?h=ab&autoplay=1&dnt=1'],
  [{ provider: 'youtube', source: 'x', embedUrl: 'http://127.0.0.1:1/p' }, 'http://127.0.0.1:1/p'],
] as const)('%o plays at %s', (source, address) => {
  expect(playerAddress(source)).toBe(address);
});
