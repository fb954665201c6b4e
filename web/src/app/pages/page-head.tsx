import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import type { Page } from './paths';

/** The texts of each screen's head, for the prerenderer and for route changes in the browser. */
export const headTexts: Record<Page['screen'], { title: MessageKey; description: MessageKey }> = {
  home: { title: 'home.pageTitle', description: 'home.pageDescription' },
  learn: { title: 'learn.pageTitle', description: 'learn.pageDescription' },
  booking: { title: 'booking.pageTitle', description: 'booking.pageDescription' },
  guide: { title: 'guide.pageTitle', description: 'guide.pageDescription' },
  legal: { title: 'legal.pageTitle', description: 'legal.pageDescription' },
  privacy: { title: 'privacy.pageTitle', description: 'privacy.pageDescription' },
  logos: { title: 'logos.pageTitle', description: 'logos.pageDescription' },
  unsubscribe: { title: 'unsubscribe.pageTitle', description: 'unsubscribe.pageDescription' },
  confirm: { title: 'confirm.pageTitle', description: 'confirm.pageDescription' },
  'not-found': { title: 'notFound.pageTitle', description: 'notFound.pageDescription' },
  admin: { title: 'admin.login.pageTitle', description: 'admin.login.pageDescription' },
  'admin-analytics': {
    title: 'admin.analytics.pageTitle',
    description: 'admin.analytics.pageDescription',
  },
  'admin-leads': { title: 'admin.leads.pageTitle', description: 'admin.leads.pageDescription' },
  'admin-lead': { title: 'admin.lead.pageTitle', description: 'admin.lead.pageDescription' },
  'admin-deliveries': {
    title: 'admin.deliveries.pageTitle',
    description: 'admin.deliveries.pageDescription',
  },
  'admin-translations': {
    title: 'admin.translations.pageTitle',
    description: 'admin.translations.pageDescription',
  },
};

/** Updates the document's head on a route change; the first route's head came with the HTML. */
export function PageHead({ page: { screen, indexed } }: { page: Page }) {
  const { locale } = useIntl();
  const text = useText();
  const title = text(headTexts[screen].title, { product: site.product });
  const description = text(headTexts[screen].description);

  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = title;
    setMeta('description', description);
    setMeta('robots', indexed ? 'index, follow' : 'noindex');
  }, [locale, title, description, indexed]);

  return null;
}

function setMeta(name: string, content: string) {
  let meta = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (!meta) {
    meta = document.createElement('meta');
    meta.name = name;
    document.head.append(meta);
  }
  meta.content = content;
}
