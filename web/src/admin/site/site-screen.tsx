import { type SiteSettingsAnswer, type TextPage, textLanguages } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { readWhenOpened, useQueryFailureToast } from '../../lib/admin-queries';
import { useMedia } from '../../lib/use-media';
import { QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { PagesState } from '../texts/pages-state';
import { wide } from '../texts/use-selected-text';
import { AsksNameField, DaysOffFields, SchedulerFields } from './booking-fields';
import { CaseFields } from './case-fields';
import { DocumentFields, GuideFields, PortraitField } from './file-fields';
import { ColourFields } from './colour-fields';
import { LanguageInputs, Setting, SettingInput } from './setting-inputs';
import { SiteHistory } from './site-history';
import { SiteLook } from './site-look';
import { SiteSection } from './site-section';
import { siteSettingsPath } from './use-settings-form';
import { VideoFields } from './video-fields';

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

/** In their order on the screen. */
const sections = ['who', 'offer', 'booking', 'guide', 'videos', 'links', 'colours', 'record'] as const;

const pair = 'grid gap-x-6 gap-y-6 columns:grid-cols-2';

function Sections({ settings, guideUrl }: SiteSettingsAnswer) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const isWide = useMedia(wide);
  const [shown, setShown] = useState<TextPage>('home');
  return (
    <>
      {textLanguages.length > 1 && (
        <p className="mb-4 max-w-160 text-text-2">{text('admin.yourSite.languagesText')}</p>
      )}
      <nav
        aria-label={text('admin.yourSite.title')}
        className="mb-4 flex flex-wrap gap-x-5 gap-y-1 wide:hidden"
      >
        {sections.map((id) => (
          <a key={id} href={`#${id}`} className="button-link flex min-h-11 items-center">
            {text(`admin.yourSite.${id}`)}
          </a>
        ))}
      </nav>
      <div className="grid gap-3.5 wide:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div className="grid grid-cols-12 content-start gap-3.5">
          <SiteSection
            id="who"
            title={text('admin.yourSite.who')}
            keys={['product', 'person', 'email', 'phone']}
            settings={settings}
            onFocus={setShown}
            page="home"
          >
            {(form) => (
              <>
                <div className={pair}>
                  <Setting form={form} of="product">
                    <SettingInput form={form} path="product" />
                  </Setting>
                </div>
                <Setting form={form} of="person">
                  <div className={pair}>
                    <SettingInput form={form} path="person.name" />
                    <PortraitField form={form} />
                  </div>
                  <LanguageInputs form={form} path="person.town" />
                </Setting>
                <div className={pair}>
                  <Setting form={form} of="email" hint={text('admin.yourSite.emailHint')}>
                    <SettingInput form={form} path="email" />
                  </Setting>
                  <Setting form={form} of="phone" hint={text('admin.yourSite.phoneNote')}>
                    <SettingInput form={form} path="phone" />
                  </Setting>
                </div>
              </>
            )}
          </SiteSection>
          <SiteSection
            id="offer"
            title={text('admin.yourSite.offer')}
            keys={['price', 'streets', 'quote']}
            settings={settings}
            onFocus={setShown}
            page="home"
          >
            {(form) => (
              <>
                <Setting form={form} of="price" hint={text('admin.yourSite.priceHint')}>
                  <LanguageInputs form={form} path="price" long />
                </Setting>
                <Setting form={form} of="streets">
                  <div>
                    <h3 className="panel-title">{text('admin.yourSite.cases')}</h3>
                    <p className="mt-1 text-text-2">{text('admin.yourSite.casesText')}</p>
                  </div>
                  <CaseFields form={form} />
                </Setting>
                <Setting form={form} of="quote" hint={text('admin.yourSite.quoteHint')}>
                  <LanguageInputs form={form} path="quote.text" long />
                  <LanguageInputs form={form} path="quote.by" />
                </Setting>
              </>
            )}
          </SiteSection>
          <SiteSection
            id="booking"
            title={text('admin.yourSite.booking')}
            keys={['scheduler', 'daysOff', 'asksName']}
            settings={settings}
            onFocus={setShown}
            page="booking"
          >
            {(form) => (
              <>
                <SchedulerFields form={form} />
                <DaysOffFields form={form} />
                <AsksNameField form={form} />
              </>
            )}
          </SiteSection>
          <SiteSection
            id="guide"
            title={text('admin.yourSite.guide')}
            keys={['guide']}
            settings={settings}
            onFocus={setShown}
            page="guide"
          >
            {(form) => <GuideFields form={form} guideUrl={guideUrl} />}
          </SiteSection>
          <SiteSection
            id="videos"
            title={text('admin.yourSite.videos')}
            keys={['videos']}
            settings={settings}
            onFocus={setShown}
            page="learn"
          >
            {(form) => <VideoFields form={form} />}
          </SiteSection>
          <SiteSection
            id="links"
            title={text('admin.yourSite.links')}
            keys={['social', 'channel']}
            settings={settings}
            onFocus={setShown}
            page="home"
          >
            {(form) => (
              <>
                <Setting form={form} of="social" hint={text('admin.yourSite.socialHint')}>
                  <div className={pair}>
                    {textLanguages.map((language) => (
                      <fieldset key={language} className="grid min-w-0 content-start gap-3">
                        <legend className="mb-2 font-semibold text-text-2">{languageNameOf(language)}</legend>
                        {(['instagram', 'linkedin', 'facebook', 'youtube'] as const).map((network) => (
                          <SettingInput key={network} form={form} path={`social.${language}.${network}`} />
                        ))}
                      </fieldset>
                    ))}
                  </div>
                </Setting>
                <Setting form={form} of="channel" hint={text('admin.yourSite.channelHint')}>
                  <SettingInput form={form} path="channel" />
                </Setting>
              </>
            )}
          </SiteSection>
          <SiteSection
            id="colours"
            title={text('admin.yourSite.colours')}
            keys={['colours']}
            settings={settings}
            onFocus={setShown}
            page="home"
          >
            {(form) => <ColourFields form={form} />}
          </SiteSection>
          <SiteSection
            id="record"
            title={text('admin.yourSite.record')}
            keys={['company', 'documents']}
            settings={settings}
            onFocus={setShown}
            page="legal"
          >
            {(form) => (
              <>
                <Setting form={form} of="company" hint={text('admin.yourSite.recordHint')}>
                  <div className={pair}>
                    <SettingInput form={form} path="company.name" />
                    <SettingInput form={form} path="company.vat" />
                  </div>
                  <LanguageInputs form={form} path="company.number" />
                  <SettingInput form={form} path="company.address" />
                  <LanguageInputs form={form} path="company.town" />
                </Setting>
                <DocumentFields form={form} />
              </>
            )}
          </SiteSection>
          <SiteHistory />
        </div>
        {isWide && <SiteLook page={shown} settings={settings} />}
      </div>
    </>
  );
}
