import type { TextLanguage } from '@voordeur/contracts/http';
import type { TextOf } from '../../i18n/use-text';
import { HttpError, isRefusedFor } from '../../lib/http';
import type { Toast } from '../../lib/toast-store';

/**
 * The toast for a failed login: locked out, refused, or not answered. A refusal has the api's own sentence in English,
 * the api's language, and ours in every other language.
 */
export function toastOfLoginFailure(failure: unknown, text: TextOf, language: TextLanguage): Toast {
  const title = text('common.error');
  if (isLockout(failure)) {
    return {
      variant: 'destructive',
      title: text('admin.login.tooManyTitle'),
      text: lockoutText(failure, text),
    };
  }
  if (!(failure instanceof HttpError)) {
    return { variant: 'destructive', title, text: text('admin.login.unreachable') };
  }
  const sentence =
    language === 'en'
      ? (failure.answer.error ?? text('admin.login.invalid'))
      : lineOfLoginFailure(failure, text).line;
  return { variant: 'destructive', title, text: sentence };
}

/** The form's own message, in the language of the admin; only a wrong key is the typist's mistake. */
export function lineOfLoginFailure(failure: unknown, text: TextOf): { wrongKey: boolean; line: string } {
  if (isRefusedFor('invalid-credentials', failure)) {
    return { wrongKey: true, line: text('admin.login.invalid') };
  }
  return {
    wrongKey: false,
    line: isLockout(failure) ? lockoutText(failure, text) : text('admin.login.unreachable'),
  };
}

/** By its status alone: the api answers so after too many wrong keys, and nginx or a proxy after too many calls. */
function isLockout(failure: unknown): failure is HttpError {
  return failure instanceof HttpError && failure.status === 429;
}

function lockoutText({ answer: { retryAfter } }: HttpError, text: TextOf): string {
  if (retryAfter === undefined) return text('admin.login.tooManySoon');
  return text('admin.login.tooManyText', { retryAfter });
}
