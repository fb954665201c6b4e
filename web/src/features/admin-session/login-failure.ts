import type { ErrorBody } from '@voordeur/contracts/http';
import type { TextOf } from '../../i18n/use-text';
import { HttpError } from '../../lib/http-error';
import type { Toast } from '../../ui/toast/toast-store';

/** The toast of a login that failed: locked out, refused with the api's sentence, or never answered. */
export function toastOfLoginFailure(failure: unknown, text: TextOf): Toast {
  const title = text('common.error');
  if (!(failure instanceof HttpError)) {
    return { variant: 'destructive', title, text: text('admin.login.unreachable') };
  }
  const { error, retryAfter } = readErrorBody(failure.body);
  if (failure.status === 429) {
    return {
      variant: 'destructive',
      title: text('admin.login.tooManyTitle'),
      text: text('admin.login.tooManyText', { retryAfter: retryAfter ?? 1 }),
    };
  }
  return { variant: 'destructive', title, text: error ?? text('admin.login.invalid') };
}

/** Something between us and the api may answer with something else than its error form. */
function readErrorBody(body: string): Partial<ErrorBody> {
  try {
    return (JSON.parse(body) as Partial<ErrorBody> | null) ?? {};
  } catch {
    return {};
  }
}
