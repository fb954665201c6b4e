import { site } from '../config/site';
import { useText } from '../i18n/use-text';

/** In a prerendered form: for those whose browser runs no script there is an address. */
export function WithoutScript() {
  const text = useText();
  return (
    <noscript>
      <p className="mt-3 text-small text-text-2">{text('form.noScript', { email: site.email })}</p>
    </noscript>
  );
}
