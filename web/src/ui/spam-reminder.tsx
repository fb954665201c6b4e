import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { site } from '../config/site';
import { timings } from '../config/timings';
import { showToast } from '../lib/toast-store';

/**
 * Two seconds after a success, in its place: check the spam folder. A Dutch page says it in Dutch, an English one
 * in both; any other in its own language alone. It's shown even if the form has been closed by then.
 */
export function showSpamReminder(): void {
  setTimeout(() => {
    const values = { product: site.product, nl: (dutch: ReactNode) => <Dutch>{dutch}</Dutch> };
    showToast({
      variant: 'warning',
      title: <FormattedMessage id="form.spamTitle" values={values} />,
      text: <FormattedMessage id="form.spamText" values={values} />,
    });
  }, timings.spamReminderMs);
}

/** Nothing on a page whose readers aren't known to read Dutch. */
export function Dutch({ children }: { children: ReactNode }) {
  const { locale } = useIntl();
  return ['en', 'nl'].includes(locale) && <span lang="nl">{children}</span>;
}
