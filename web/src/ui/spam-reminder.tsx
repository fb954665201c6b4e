import { FormattedMessage, useIntl } from 'react-intl';
import { site } from '../config/site';
import { timings } from '../config/timings';
import { showToast } from '../lib/toast-store';

const values = { product: site.product };

/** Two seconds after a success, in its place: check the spam folder. It's shown even if the form has been closed by then. */
export function showSpamReminder(): void {
  setTimeout(() => {
    showToast({
      variant: 'warning',
      title: <FormattedMessage id="form.spamTitle" />,
      text: <SpamText />,
    });
  }, timings.spamReminderMs);
}

/** English pages have a paragraph in Dutch too, as the specification wants it. */
function SpamText() {
  const { locale } = useIntl();
  return (
    <>
      <p>
        <FormattedMessage id="form.spamText" values={values} />
      </p>
      {locale.startsWith('en') && (
        <p lang="nl">
          <FormattedMessage id="form.spamTextInDutch" values={values} />
        </p>
      )}
    </>
  );
}
