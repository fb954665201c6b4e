import {
  documentPath,
  legalDocuments,
  type PictureKind,
  type SiteConfig,
  type SiteSettingAnswer,
  textLanguages,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useLanguageName, useText } from '../../i18n/use-text';
import { MakeDocuments } from './make-documents';
import { settingFields } from './setting-fields';
import { Setting } from './setting-inputs';
import { withDocument } from './setting-values';
import { UploadField } from './upload-field';
import type { SettingsForm } from './use-settings-form';

interface Picture {
  kind: PictureKind;
  hint: MessageKey;
  shape: string;
}

const pictures = {
  'person.portrait': {
    kind: 'picture',
    hint: 'admin.yourSite.pictureHint',
    shape: 'size-20 rounded-full object-cover',
  },
  // It's dark ink, so it's shown on light paper here.
  'person.signature': {
    kind: 'picture',
    hint: 'admin.yourSite.signatureHint',
    shape: 'h-12 max-w-32 rounded-control bg-text object-contain p-1',
  },
  'guide.cover': {
    kind: 'picture',
    hint: 'admin.yourSite.guideCoverHint',
    shape: 'w-20 rounded-control border border-line',
  },
  mark: { kind: 'mark', hint: 'admin.yourSite.markHint', shape: 'size-16 bg-night' },
  sharePicture: {
    kind: 'share-picture',
    hint: 'admin.yourSite.sharePictureHint',
    shape: 'w-32 rounded-control border border-line',
  },
} as const satisfies Record<string, Picture>;

/** A picture of a setting, and how to take it away. */
export function PictureField({ form, path }: { form: SettingsForm; path: keyof typeof pictures }) {
  const text = useText();
  const { kind, hint, shape } = pictures[path];
  const picture = form.textAt(path);
  const { isLocked } = form.settingOf(path);
  return (
    <div className="flex items-start gap-5">
      {picture !== '' && <img src={picture} alt="" className={`flex-none ${shape}`} />}
      <UploadField
        name={path}
        kind={kind}
        label={text(settingFields[path].label)}
        hint={text(hint)}
        isLocked={isLocked}
        onUploaded={(made) => form.setText(path, made)}
      >
        {picture !== '' && !isLocked && (
          <button type="button" className="button-link text-left" onClick={() => form.setText(path, '')}>
            {text('admin.yourSite.removePicture')}
          </button>
        )}
      </UploadField>
    </div>
  );
}

interface GuideProps {
  form: SettingsForm;
  /** Opens the guide that visitors get. */
  guideUrl: string;
}

/** The guide that visitors get for an address, and a picture of its first page. */
export function GuideFields({ form, guideUrl }: GuideProps) {
  const text = useText();
  const { key, isLocked, isChanged, typed } = form.settingOf('guide');
  const file = form.textAt('guide.file');
  const inUse = file === '' ? 'admin.yourSite.guideOfSite' : 'admin.yourSite.guideOwn';
  return (
    <Setting form={form} of="guide">
      <UploadField
        name="guide.file"
        kind="guide"
        label={text('admin.yourSite.guideFile')}
        hint={text('admin.yourSite.guideHint')}
        isLocked={isLocked}
        onUploaded={(made) => form.setText('guide.file', made)}
      >
        <p role="status" className="mt-2 text-text-2">
          {text(isChanged ? 'admin.yourSite.guideChanged' : inUse)}
        </p>
        <div className="flex flex-wrap gap-x-5">
          {!isChanged && <SeeFile path={guideUrl} />}
          {typed !== null && !isLocked && (
            <button type="button" className="button-link text-text-2" onClick={() => form.change(key, null)}>
              {text('admin.yourSite.firstDocument')}
            </button>
          )}
        </div>
      </UploadField>
      {file !== '' && <PictureField form={form} path="guide.cover" />}
    </Setting>
  );
}

/** A link to a file, in a new tab. */
export function SeeFile({ path }: { path: string }) {
  const text = useText();
  return (
    <a href={path} target="_blank" rel="noreferrer" className="button-link">
      {text('admin.yourSite.seeDocument')}
      <span className="sr-only"> {text('common.newTab')}</span>
    </a>
  );
}

/** The legal documents, in each language of the site. */
export function DocumentFields({ form, settings }: { form: SettingsForm; settings: SiteSettingAnswer[] }) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const { key, isLocked, typed, default: initial } = form.settingOf('documents');
  const [documents, first] = [typed, initial] as SiteConfig['documents'][];
  if (!documents || !first) return null;
  return (
    <Setting form={form} of="documents" hint={text('admin.yourSite.documentsHint')}>
      <MakeDocuments form={form} settings={settings} />
      {legalDocuments.map((name) => (
        <fieldset key={name} className="grid min-w-0 gap-x-6 gap-y-4 phone:grid-cols-2">
          <legend className="mb-2 font-semibold">{text(`admin.yourSite.${name}`)}</legend>
          {textLanguages.map((language) => {
            const path = documentPath(documents[name], language);
            const firstPath = documentPath(first[name], language);
            const put = (made: string) =>
              form.change(key, withDocument(documents, first, { name, language, path: made }));
            return (
              <UploadField
                key={language}
                name={`documents.${name}.${language}`}
                kind="document"
                label={languageNameOf(language)}
                isLocked={isLocked}
                onUploaded={put}
              >
                <div className="flex flex-wrap gap-x-5">
                  <SeeFile path={path} />
                  {path !== firstPath && !isLocked && (
                    <button type="button" className="button-link text-text-2" onClick={() => put(firstPath)}>
                      {text('admin.yourSite.firstDocument')}
                    </button>
                  )}
                </div>
              </UploadField>
            );
          })}
        </fieldset>
      ))}
    </Setting>
  );
}
