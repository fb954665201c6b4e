import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../config/site';
import { timings } from '../config/timings';
import { showToast } from '../lib/toast-store';

/**
 * Two seconds after a success, in its place: check the spam folder. Dutch on Dutch and English pages, where a paragraph in
 * English comes first. It's shown even if the form has been closed by then.
 */
export function showSpamReminder(): void {
  setTimeout(() => {
    const values = {
      product: site.product,
      en: (english: ReactNode) => <p lang="en">{english}</p>,
      nl: (dutch: ReactNode) => <p lang="nl">{dutch}</p>,
    };
    showToast({
      variant: 'warning',
      title: <FormattedMessage id="form.spamTitle" values={values} />,
      text: <FormattedMessage id="form.spamText" values={values} />,
    });
  }, timings.spamReminderMs);
}
