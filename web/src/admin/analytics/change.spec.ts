import { expect, it } from 'vitest';
import { comparePeriods } from './change';

it.each([
  [120, 100, { kind: 'share', share: 0.2 }],
  [75, 100, { kind: 'share', share: -0.25 }],
  [30, 30, { kind: 'share', share: 0 }],
  [0, 30, { kind: 'share', share: -1 }],
  [500, 29, { kind: 'too-few' }],
  [500, 0, { kind: 'none-before' }],
  [0, 0, { kind: 'none-before' }],
  [500, undefined, { kind: 'no-before' }],
])('%d after %s is %j', (now, before, change) => {
  const compared = comparePeriods(now, before);
  if (compared.kind === 'share')
    expect({ ...compared, share: Number(compared.share.toFixed(6)) }).toEqual(change);
  else expect(compared).toEqual(change);
});
