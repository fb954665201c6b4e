import { expect, it } from 'vitest';
import type { TextOf } from '../../i18n/use-text';
import { HttpError } from '../../lib/http';
import { lineOfLoginFailure, toastOfLoginFailure } from './login-failure';

const text: TextOf = (id, values) => (values ? `${id} ${JSON.stringify(values)}` : id);

it.each([
  [
    'a lockout',
    new HttpError(
      429,
      '{"error":"Too many failed attempts. Try again later.","code":"locked-out","retryAfter":15}',
      '',
    ),
    'admin.login.tooManyTitle',
    'admin.login.tooManyText {"retryAfter":15}',
  ],
  [
    'a lockout without minutes',
    new HttpError(429, '{"code":"too-many-requests"}', ''),
    'admin.login.tooManyTitle',
    'admin.login.tooManySoon',
  ],
  [
    'a lockout by something in front of us',
    new HttpError(429, '<html>Slow down</html>', ''),
    'admin.login.tooManyTitle',
    'admin.login.tooManySoon',
  ],
  [
    'a wrong key',
    new HttpError(401, '{"error":"Invalid credentials","code":"invalid-credentials"}', ''),
    'common.error',
    'Invalid credentials',
  ],
  ['an answer that is not ours', new HttpError(502, '<html>', ''), 'common.error', 'admin.login.invalid'],
  ['an answer of null', new HttpError(500, 'null', ''), 'common.error', 'admin.login.invalid'],
  ['no answer', new TypeError('Failed to fetch'), 'common.error', 'admin.login.unreachable'],
])('%s', (_, failure, title, description) => {
  expect(toastOfLoginFailure(failure, text, 'en')).toEqual({
    variant: 'destructive',
    title,
    text: description,
  });
});

it("says it in the admin's own words where that doesn't speak English", () => {
  const failure = new HttpError(503, '{"error":"The queue is full.","code":"unavailable"}', '');
  expect(toastOfLoginFailure(failure, text, 'nl').text).toBe('admin.login.unreachable');
});

it.each([
  [
    'a wrong key',
    new HttpError(401, '{"error":"Invalid credentials","code":"invalid-credentials"}', ''),
    true,
    'admin.login.invalid',
  ],
  [
    'a lockout',
    new HttpError(429, '{"code":"locked-out","retryAfter":15}', ''),
    false,
    'admin.login.tooManyText {"retryAfter":15}',
  ],
  ['a full queue', new HttpError(503, '{"error":"English"}', ''), false, 'admin.login.unreachable'],
  ['no answer', new TypeError('Failed to fetch'), false, 'admin.login.unreachable'],
])('%s, in the form', (_, failure, wrongKey, line) => {
  expect(lineOfLoginFailure(failure, text)).toEqual({ wrongKey, line });
});
