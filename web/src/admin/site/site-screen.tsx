import { type SiteSettingsAnswer, type TextPage, textLanguages } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { readWhenOpened, useQueryFailureToast } from '../../lib/admin-queries';
import { useMedia } from '../../lib/use-media';
import { useIsFolded } from '../../ui/panel-layout';
import { QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { PagesState } from '../texts/pages-state';
import { wide } from '../texts/use-selected-text';
import { sections } from './sections';
import { SiteHistory } from './site-history';
import { SiteLook } from './site-look';
import { SiteSection } from './site-section';
import { siteSettingsPath } from './use-settings-form';

/** The settings of the site that the owner changes herself, and how they were changed. */
export default function SiteScreen() {
  const text = useText();
  const query = useQuery<SiteSettingsAnswer>({ queryKey: [siteSettingsPath], ...readWhenOpened });
  useQueryFailureToast([query], text('admin.yourSite.notFetched'));
  return (
    <>
      <ScreenHead title={text('admin.yourSite.title')}>
        <PagesState />
      </ScreenHead>
      {query.data && <Sections {...query.data} />}
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.yourSite.notFetched')}
        announced
      />
    </>
  );
}

function Sections({ settings, guideUrl }: SiteSettingsAnswer) {
  const text = useText();
  const isWide = useMedia(wide);
  const folds = useIsFolded();
  const [shown, setShown] = useState<TextPage>('home');
  return (
    <>
      {textLanguages.length > 1 && (
        <p className="mb-4 max-w-160 text-text-2">{text('admin.yourSite.languagesText')}</p>
      )}
      <nav
        aria-label={text('admin.yourSite.title')}
        className="mb-4 hidden flex-wrap gap-x-5 gap-y-1 phone:flex wide:hidden"
      >
        {Object.values(sections).map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="button-link flex min-h-11 items-center">
            {text(title)}
          </a>
        ))}
      </nav>
      <div className="grid gap-3.5 wide:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div className="grid grid-cols-12 content-start gap-3.5">
          {Object.values(sections).map((section) => (
            <SiteSection
              key={section.id}
              {...section}
              settings={settings}
              guideUrl={guideUrl}
              onFocus={setShown}
              folds={folds}
            />
          ))}
          <SiteHistory />
        </div>
        {isWide && <SiteLook page={shown} settings={settings} />}
      </div>
    </>
  );
}
