import {
  type SiteSettingKey,
  type SiteSettingsAnswer,
  type TextPage,
  textLanguages,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { DaysOffFields, SchedulerFields, YesField } from './booking-fields';
import { CaseFields } from './case-fields';
import { ColourFields } from './colour-fields';
import { DocumentFields, GuideFields, PictureField } from './file-fields';
import { LanguageInputs, Setting, SettingInput } from './setting-inputs';
import type { SettingsForm } from './use-settings-form';
import { VideoFields } from './video-fields';

interface FieldsProps extends Pick<SiteSettingsAnswer, 'settings' | 'guideUrl'> {
  form: SettingsForm;
}

export interface Section {
  /** A link to it has this as its hash. */
  id: string;
  title: MessageKey;
  keys: readonly SiteSettingKey[];
  /** Says what visitors get without these settings. */
  none?: MessageKey;
  /** The page that shows these settings. */
  page: TextPage;
  Fields: (props: FieldsProps) => ReactNode;
}

/** Settings that are saved together, in the screen's order. */
export const sections = {
  who: {
    id: 'who',
    title: 'admin.yourSite.who',
    keys: ['product', 'person', 'email', 'phone'],
    page: 'home',
    Fields: WhoFields,
  },
  offer: {
    id: 'offer',
    title: 'admin.yourSite.offer',
    keys: ['price', 'streets', 'quote'],
    page: 'home',
    Fields: OfferFields,
  },
  booking: {
    id: 'booking',
    title: 'admin.yourSite.booking',
    keys: ['scheduler', 'daysOff', 'asksName', 'showsAnswerTime'],
    page: 'booking',
    Fields: BookingFields,
  },
  guide: {
    id: 'guide',
    title: 'admin.yourSite.guide',
    keys: ['guide'],
    none: 'admin.yourSite.guideOfSite',
    page: 'guide',
    Fields: GuideFields,
  },
  videos: {
    id: 'videos',
    title: 'admin.yourSite.videos',
    keys: ['videos'],
    page: 'learn',
    Fields: VideoFields,
  },
  links: {
    id: 'links',
    title: 'admin.yourSite.links',
    keys: ['social', 'channel'],
    page: 'home',
    Fields: LinkFields,
  },
  colours: {
    id: 'colours',
    title: 'admin.yourSite.coloursAndLogo',
    keys: ['colours', 'mark', 'sharePicture'],
    page: 'home',
    Fields: LookFields,
  },
  record: {
    id: 'record',
    title: 'admin.yourSite.record',
    keys: ['company', 'documents'],
    page: 'legal',
    Fields: RecordFields,
  },
} as const satisfies Record<string, Section>;

const pair = 'grid gap-x-6 gap-y-6 columns:grid-cols-2';

export function WhoFields({ form }: { form: SettingsForm }) {
  const text = useText();
  return (
    <>
      <div className={pair}>
        <Setting form={form} of="product">
          <SettingInput form={form} path="product" />
        </Setting>
      </div>
      <Setting form={form} of="person">
        <div className={pair}>
          <SettingInput form={form} path="person.name" />
          <PictureField form={form} path="person.portrait" />
        </div>
        <LanguageInputs form={form} path="person.town" />
        <PictureField form={form} path="person.signature" />
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
  );
}

function OfferFields({ form }: { form: SettingsForm }) {
  const text = useText();
  return (
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
  );
}

function BookingFields({ form }: { form: SettingsForm }) {
  const text = useText();
  return (
    <>
      <SchedulerFields form={form} />
      <DaysOffFields form={form} />
      <YesField form={form} of="asksName" />
      <YesField form={form} of="showsAnswerTime" hint={text('admin.yourSite.showsAnswerTimeHint')} />
    </>
  );
}

function LinkFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const languageNameOf = useLanguageName();
  return (
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
  );
}

function LookFields({ form }: FieldsProps) {
  return (
    <>
      <ColourFields form={form} />
      <SitePicture form={form} of="mark" />
      <SitePicture form={form} of="sharePicture" />
    </>
  );
}

/** A picture that is a setting by itself. */
export function SitePicture({ form, of }: { form: SettingsForm; of: 'mark' | 'sharePicture' }) {
  // An api of the version before has neither.
  if (!form.open.some(({ key }) => key === of)) return null;
  return (
    <Setting form={form} of={of}>
      <PictureField form={form} path={of} />
    </Setting>
  );
}

/** Parts of `company` that only the legal documents say. */
const legalParts = ['hosting', 'mailer', 'formServices', 'visitServices', 'outsideEurope'] as const;

function RecordFields({ form, settings }: FieldsProps) {
  const text = useText();
  return (
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
      <div className="grid min-w-0 gap-3.5">
        <h3 className="panel-title">{text('admin.yourSite.legalFacts')}</h3>
        <SettingInput form={form} path="company.court" />
        {legalParts.map((part) => (
          <LanguageInputs key={part} form={form} path={`company.${part}`} />
        ))}
        <p className="-mt-1.5 text-note text-text-3">{text('admin.yourSite.legalFactsHint')}</p>
      </div>
      <DocumentFields form={form} settings={settings} />
    </>
  );
}
