import type { ReactNode } from 'react';
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

interface LinkProps {
  /** A letter to the owner, unless there is a page for it. */
  href?: string;
  className?: string;
  children: ReactNode;
}

/** Next to a button that needs a script to work; the style sheet hides that one. */
export function LinkWithoutScript({ href = `mailto:${site.email}`, className, children }: LinkProps) {
  return (
    <noscript>
      <a href={href} className={className}>
        {children}
      </a>
    </noscript>
  );
}
