import { inLanguage, type Street, type StreetSide, type TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect } from 'react';
import { site } from '../../config/site';
import { type TextOf, useLanguage, useText } from '../../i18n/use-text';
import type { Page } from './paths';

/** The title and the description of each screen. */
export const headTexts: Record<Page['screen'], [title: MessageKey, description: MessageKey]> = {
  home: ['home.pageTitle', 'home.pageDescription'],
  learn: ['learn.pageTitle', 'learn.pageDescription'],
  booking: ['booking.pageTitle', 'booking.pageDescription'],
  guide: ['guide.pageTitle', 'guide.pageDescription'],
  legal: ['legal.pageTitle', 'legal.pageDescription'],
  privacy: ['privacy.pageTitle', 'privacy.pageDescription'],
  logos: ['logos.pageTitle', 'logos.pageDescription'],
  unsubscribe: ['unsubscribe.pageTitle', 'unsubscribe.pageDescription'],
  confirm: ['confirm.pageTitle', 'confirm.pageDescription'],
  case: ['case.pageTitle', 'case.pageDescription'],
  'not-found': ['notFound.pageTitle', 'notFound.pageDescription'],
};

/** A page's head in words, for the prerenderer and for route changes in the browser; page-links.ts has its addresses. */
export function headOf({ screen, indexed, language, street }: Page, text: TextOf) {
  const [title, description] = headTexts[screen];
  const values = { product: site.product, ...(street && figuresOf(street, language)) };
  return {
    title: text(title, values),
    description: text(description, values),
    robots: indexed ? 'index, follow' : 'noindex',
  };
}

function figuresOf({ name, before, after }: Street, language: TextLanguage) {
  const say = ({ number, text }: StreetSide) =>
    `${inLanguage(number, language)} ${inLanguage(text, language)}`;
  return { name: inLanguage(name, language), before: say(before), after: say(after) };
}

/** The path of the page that the head's addresses and pictures are of. */
let described: string | undefined;

/** Updates the document's head on a route change; the first route's head came with the HTML. */
export function PageHead({ page }: { page: Page }) {
  const locale = useLanguage();
  const { title, description, robots } = headOf(page, useText());

  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = title;
    setMeta('description', description);
    setMeta('robots', robots);
  }, [locale, title, description, robots]);
  useEffect(() => {
    described ??= page.path;
    if (described === page.path) return;
    described = page.path;
    // Nobody but a visitor who shares the page needs them, so they come in a file of their own.
    import('./page-links').then(
      ({ showLinks }) => {
        if (described === page.path) showLinks(page, { title, description, publicUrl: location.origin });
      },
      () => undefined,
    );
  }, [page, title, description]);

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
