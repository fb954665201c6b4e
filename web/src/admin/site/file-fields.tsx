import {
  documentPath,
  legalDocuments,
  type SiteConfig,
  type SiteSettingAnswer,
  textLanguages,
} from '@voordeur/contracts/http';
import { useLanguageName, useText } from '../../i18n/use-text';
import { MakeDocuments } from './make-documents';
import { Setting } from './setting-inputs';
import { withDocument } from './setting-values';
import { UploadField } from './upload-field';
import type { SettingsForm } from './use-settings-form';

/** The owner's portrait. */
export function PortraitField({ form }: { form: SettingsForm }) {
  const text = useText();
  const path = 'person.portrait';
  const picture = form.textAt(path);
  const { isLocked } = form.settingOf(path);
  return (
    <div className="flex items-start gap-5">
      {picture !== '' && <img src={picture} alt="" className="size-20 flex-none rounded-full object-cover" />}
      <UploadField
        name={path}
        kind="picture"
        label={text('admin.yourSite.portrait')}
        hint={text('admin.yourSite.pictureHint')}
        isLocked={isLocked}
        onUploaded={(made) => form.setText(path, made)}
      >
        {picture !== '' && !isLocked && (
          <button type="button" className="button-link" onClick={() => form.setText(path, '')}>
            {text('admin.yourSite.removePicture')}
          </button>
        )}
      </UploadField>
    </div>
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
                  <a href={path} target="_blank" rel="noreferrer" className="button-link">
                    {text('admin.yourSite.seeDocument')}
                    <span className="sr-only"> {text('common.newTab')}</span>
                  </a>
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
