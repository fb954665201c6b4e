import type { SiteChanges, SiteSettingAnswer, TextPage } from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { useAdminDrafts } from '../../lib/admin-drafts';
import { useFramedPage } from '../texts/frame-messages';
import { ScaledFrame } from '../texts/page-preview';
import { pathOf } from '../texts/site-pages';
import { isSame } from './setting-values';
import { typedOver } from './use-settings-form';

/** Between two letters: the whole page is rendered with them. */
const pauseMs = 150;

interface Props {
  page: TextPage;
  settings: SiteSettingAnswer[];
}

/** A page on a phone, with the settings as they're typed. */
export function SiteLook({ page: shown, settings }: Props) {
  const text = useText();
  const path = pathOf(shown, useLanguage());
  const drafts = useAdminDrafts();
  const { frame, page } = useFramedPage(() => undefined);
  useEffect(() => {
    const typed = typedOver(settings, drafts).filter(({ value, default: file }) => !isSame(value, file));
    const changes: SiteChanges = Object.fromEntries(typed.map(({ key, value }) => [key, value]));
    const timer = setTimeout(() => page?.tell({ type: 'settings', changes }), pauseMs);
    return () => clearTimeout(timer);
  }, [page, settings, drafts]);
  return (
    <section
      aria-label={text('admin.yourSite.look')}
      className="sticky top-4 flex h-[calc(100dvh-2rem)] flex-col self-start overflow-hidden rounded-control border border-line bg-street"
    >
      <p className="px-4 py-2.5 text-note text-text-2">{text('admin.yourSite.look')}</p>
      {path !== undefined && <ScaledFrame key={path} path={path} width={375} frame={frame} />}
    </section>
  );
}
