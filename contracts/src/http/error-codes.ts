/**
 * Every way a request can be refused: the stable code, its status, and the English sentence in the response. Programs
 * should use the code; the site shows people its own words, in the page's language.
 */
export const errorCodes = {
  'malformed-json': { status: 400, sentence: 'The body is not valid JSON.' },
  'invalid-body': { status: 400, sentence: 'Some fields are missing or not valid.' },
  'invalid-query': { status: 400, sentence: 'Some query parameters are missing or not valid.' },
  'invalid-token': { status: 400, sentence: 'This link is not valid.' },
  'bad-request': { status: 400, sentence: 'The request could not be understood.' },
  'invalid-credentials': { status: 401, sentence: 'Invalid credentials' },
  'code-needed': { status: 401, sentence: 'Type the code of your authenticator app too.' },
  'view-expired': { status: 401, sentence: 'Open the link again.' },
  'link-password-needed': { status: 401, sentence: 'This link takes a password.' },
  'session-expired': { status: 401, sentence: 'Session expired. Please login again.' },
  'key-scope': { status: 403, sentence: 'An API key reads figures and nothing else.' },
  'foreign-origin': { status: 403, sentence: 'This was not asked for by a page of this site.' },
  'tls-required': { status: 403, sentence: 'This is only answered over https.' },
  'link-expired': { status: 403, sentence: 'This link is no longer valid.' },
  'lead-conflict': { status: 412, sentence: 'This lead was changed after it was opened.' },
  'not-found': { status: 404, sentence: 'There is nothing here.' },
  'method-not-allowed': { status: 405, sentence: 'This address does not take that method.' },
  'just-taken': { status: 409, sentence: 'This time was just taken. Choose another one.' },
  'calendar-conflict': { status: 409, sentence: 'This was changed after it was opened.' },
  'meeting-over': { status: 410, sentence: 'This meeting has begun or was cancelled.' },
  'confirmation-expired': { status: 410, sentence: 'This confirmation link no longer works. Sign up again.' },
  'precondition-failed': { status: 412, sentence: 'The file has changed.' },
  'text-conflict': { status: 412, sentence: 'This was changed after it was opened.' },
  'setting-conflict': { status: 412, sentence: 'This was changed after it was opened.' },
  'too-large': { status: 413, sentence: 'The body is larger than 32 KB.' },
  'import-too-large': { status: 413, sentence: 'The file of texts is larger than 1 MB.' },
  'part-too-large': { status: 413, sentence: 'The part of the file is larger than 8 MB.' },
  'unsupported-media-type': { status: 415, sentence: 'Send the body as application/json.' },
  'unsupported-encoding': { status: 415, sentence: 'Send the body without a content-encoding.' },
  'range-not-satisfiable': { status: 416, sentence: 'The file does not have that range.' },
  'idempotency-conflict': {
    status: 422,
    sentence: 'This Idempotency-Key came with another body before. Send a new key.',
  },
  'wrong-proof': { status: 422, sentence: 'That key or code is not right, or not any more.' },
  'wrong-code': { status: 422, sentence: 'That code is not right, or not any more.' },
  'cannot-reply': { status: 422, sentence: 'This lead cannot be answered by mail from here.' },
  'second-factor-on': { status: 422, sentence: 'The second factor is on already.' },
  'broken-text': { status: 422, sentence: 'This text is not a message that the site can show.' },
  'broken-setting': { status: 422, sentence: 'This is not a value that the setting can have.' },
  'no-mail-server': { status: 422, sentence: 'There is no mail server to send it through.' },
  'locked-setting': { status: 422, sentence: 'Only the operator changes this setting.' },
  'no-room': { status: 422, sentence: 'There is no room for this file.' },
  'too-many-calendars': { status: 422, sentence: 'There are ten calendars already. Remove one first.' },
  'too-many-devices': { status: 422, sentence: 'Ten devices are notified already. Remove one first.' },
  'too-many-requests': { status: 429, sentence: 'Too many requests. Try again later.' },
  'locked-out': { status: 429, sentence: 'Too many failed attempts. Try again later.' },
  internal: { status: 500, sentence: 'Something went wrong on our side.' },
  'not-implemented': { status: 501, sentence: 'That transfer encoding is not supported.' },
  'too-slow': { status: 503, sentence: 'Counting this takes too long. Ask for fewer days.' },
  unavailable: { status: 503, sentence: 'This cannot be accepted right now. Please try again.' },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every error response, including nginx's own. `retryAfter` is in minutes, at least 1. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  details?: { field: string; message: string }[];
  retryAfter?: number;
}
