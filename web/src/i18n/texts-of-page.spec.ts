import { expect, it } from 'vitest';
import { unpackTexts } from './texts-of-page';

it('gives each text its whole key, and a plain one the shape of a parsed message', () => {
  const message = [{ type: 1, value: 'time' }] as const;
  expect(unpackTexts({ learn: { gate: { title: 'Hello' }, watched: [...message] } })).toEqual({
    'learn.gate.title': [{ type: 0, value: 'Hello' }],
    'learn.watched': message,
  });
});
