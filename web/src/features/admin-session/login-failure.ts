import type { ErrorBody } from '@voordeur/contracts/http';
import type { TextOf } from '../../i18n/use-text';
import { HttpError } from '../../lib/http-error';
import type { Toast } from '../../lib/toast-store';

/** The toast of a login that failed: locked out, refused with the api's sentence, or never answered. */
export function toastOfLoginFailure(failure: unknown, text: TextOf): Toast {
  const title = text('common.error');
  if (!(failure instanceof HttpError)) {
    return { variant: 'destructive', title, text: text('admin.login.unreachable') };
  }
  if (failure.status === 429) {
    return {
      variant: 'destructive',
      title: text('admin.login.tooManyTitle'),
      text: lockedText(failure, text),
    };
  }
  const { error } = readErrorBody(failure.body);
  return { variant: 'destructive', title, text: error ?? text('admin.login.invalid') };
}

/** What the form itself says, in the language of the admin; only a wrong key is a fault of what was typed. */
export function lineOfLoginFailure(failure: unknown, text: TextOf): { wrongKey: boolean; line: string } {
  if (failure instanceof HttpError) {
    if (failure.status === 401) return { wrongKey: true, line: text('admin.login.invalid') };
    if (failure.status === 429) return { wrongKey: false, line: lockedText(failure, text) };
  }
  return { wrongKey: false, line: text('admin.login.unreachable') };
}

function lockedText(failure: HttpError, text: TextOf): string {
  return text('admin.login.tooManyText', { retryAfter: readErrorBody(failure.body).retryAfter ?? 1 });
}

/** Something between us and the api may answer with something else than its error form. */
function readErrorBody(body: string): Partial<ErrorBody> {
  try {
    return (JSON.parse(body) as Partial<ErrorBody> | null) ?? {};
  } catch {
    return {};
  }
}
