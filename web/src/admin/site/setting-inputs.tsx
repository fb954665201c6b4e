import { type SiteSettingKey, textLanguages } from '@voordeur/contracts/http';
import { useId, type ReactNode, type Ref } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { TextArea, TextField } from '../../ui/field';
import { fieldOf } from './setting-fields';
import { SettingParts } from './setting-parts';
import type { SettingsForm } from './use-settings-form';

interface SettingProps {
  form: SettingsForm;
  of: SiteSettingKey;
  /** Below its fields. */
  hint?: string;
  children: ReactNode;
}

/** The fields of one setting, and below them whether they can be changed here and were changed elsewhere. */
export function Setting({ form, of, hint, children }: SettingProps) {
  const text = useText();
  const setting = form.settingOf(of);
  return (
    <div className="grid min-w-0 content-start gap-3.5">
      {children}
      {hint !== undefined && <p className="-mt-1.5 text-note text-text-3">{hint}</p>}
      {setting.isLocked && <p className="-mt-1.5 text-note text-text-2">{text('admin.yourSite.locked')}</p>}
      {setting.isMoved && (
        <div role="alert" className="border-l-4 border-alarm bg-paint px-3.5 py-3">
          <p className="font-semibold">{text('admin.yourSite.moved')}</p>
          <p className="mt-2 text-note text-text-3">{text('admin.yourSite.theirs')}</p>
          <SettingParts of={of} value={setting.value} />
          <div className="flex flex-wrap gap-x-5">
            <button type="button" className="button-link" onClick={() => form.keepMine(setting)}>
              {text('admin.yourSite.keepMine')}
            </button>
            <button type="button" className="button-link" onClick={() => form.takeTheirs(setting)}>
              {text('admin.yourSite.takeTheirs')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

interface InputProps {
  form: SettingsForm;
  path: string;
  /** In place of the field's own. */
  label?: string;
  /** A sentence, which gets several lines. */
  long?: boolean;
  /** Called with the path and the text, in place of storing it there. */
  onText?: ((path: string, text: string) => void) | undefined;
}

/** One text of a setting. */
export function SettingInput({ form, path, label, long = false, onText = form.setText }: InputProps) {
  const text = useText();
  const field = fieldOf(path);
  const problem = form.problems[path];
  const props = {
    name: path,
    label: label ?? (field ? text(field.label) : path),
    autoComplete: 'off',
    dir: 'auto',
    lang: field?.language,
    maxLength: field?.most,
    readOnly: form.settingOf(path).isLocked,
    value: form.textAt(path),
    error: problem && text(problem),
  };
  if (long) return <TextArea {...props} rows={2} onChange={(event) => onText(path, event.target.value)} />;
  const kinds = { email: 'email', phone: 'tel', link: 'url', slug: 'text', colour: 'text' } as const;
  return (
    <TextField
      {...props}
      inputMode={field?.kind ? kinds[field.kind] : 'text'}
      onChange={(event) => onText(path, event.target.value)}
    />
  );
}

interface LanguagesProps extends Omit<InputProps, 'label'>, Pick<GroupProps, 'narrow'> {}

/** A text in each language of the site. */
export function LanguageInputs({ form, path, long = false, narrow = false, onText }: LanguagesProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const field = fieldOf(path);
  const [only, ...others] = textLanguages;
  if (only !== undefined && others.length === 0)
    return <SettingInput form={form} path={`${path}.${only}`} long={long} onText={onText} />;
  return (
    <LanguageGroup label={field && text(field.label)} narrow={narrow}>
      {textLanguages.map((language) => (
        <SettingInput
          key={language}
          form={form}
          path={`${path}.${language}`}
          label={languageNameOf(language)}
          long={long}
          onText={onText}
        />
      ))}
    </LanguageGroup>
  );
}

interface GroupProps {
  label: string | undefined;
  /** Given one under the other. */
  narrow?: boolean;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The fields of one text, a field for each language. */
export function LanguageGroup({ label, narrow = false, ref, children }: GroupProps) {
  const id = useId();
  return (
    <div ref={ref} role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-1 font-semibold">
        {label}
      </p>
      <div
        className={`grid gap-x-6 gap-y-2.5 [&_label]:mb-1 [&_label]:font-normal [&_label]:text-text-2 [&_textarea]:[field-sizing:content] ${narrow ? '' : 'phone:grid-cols-2'}`}
      >
        {children}
      </div>
    </div>
  );
}
