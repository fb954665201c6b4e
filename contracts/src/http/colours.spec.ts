import { expect, it } from 'vitest';
import { contrastOf, contrastOfLamp, isLampFaint, mix, readableLamp, tokensOf } from './colours.js';

// Known pairs: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio and the grey of technique G18.
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#FF0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
  ['#f0b95a', '#0a110f', 10.72],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

it('a mix is a share of the way', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#0A0b0c', '#ffffff', 0)).toBe('#0a0b0c');
});

const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const everyHue = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
);

it('every colour has a shade near it that can be read, with all that follows from it', () => {
  for (const colour of everyHue) {
    const lamp = readableLamp(colour);
    expect(isLampFaint(lamp), lamp).toBe(false);
    if (contrastOfLamp(colour) >= 4.5) expect(lamp).toBe(colour);
    const own = tokensOf({ set: 'evening', lamp });
    for (const name of ['lamp-hover', 'lamp-hi'])
      expect(contrastOfLamp(own[name] ?? '')).toBeGreaterThan(4.5);
    for (const name of ['lamp', 'lamp-hover'])
      expect(contrastOf(own['ink'] ?? '', own[name] ?? ''), lamp).toBeGreaterThan(4.5);
  }
});

it('nothing but colours comes out, whatever was stored', () => {
  for (const lamp of ['#fff;}body{display:none', 'url(x)', '#1234567', '#fff', '', '#12345\n'])
    expect(tokensOf({ set: 'evening', lamp })).toEqual({});
  expect(tokensOf({ set: 'toString' as 'evening' })).toEqual({});
  for (const none of [undefined, null]) expect(tokensOf(none)).toEqual({});
  for (const value of Object.values(tokensOf({ set: 'hearth', lamp: '#8AB4F8' })))
    expect(value).toMatch(/^#[0-9a-f]{6}$/);
});
