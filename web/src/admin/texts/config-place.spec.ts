import { expect, it } from 'vitest';
import { placeInConfig } from './config-place';

const config = {
  product: 'Voordeur',
  owner: { name: 'Studio Example', town: 'Utrecht', open: true },
  videos: [{ title: 'Video 1' }, { title: 'Video 2' }],
  daysOff: ['sa'],
};

it.each([
  ['Studio  Example\n', 'owner.name'],
  ['Video 2', 'videos[1].title'],
  ['© 2026 Voordeur', 'product'],
])('%j is at %s', (shown, place) => {
  expect(placeInConfig(shown, config)).toBe(place);
});

it('finds nothing for what the page works out itself, nor by two letters', () => {
  expect(placeInConfig('14', config)).toBeNull();
  expect(placeInConfig('saturday', config)).toBeNull();
});
