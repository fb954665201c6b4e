import {
  type CasePage,
  casePath,
  longestSlug,
  slugOf,
  type Street,
  textLanguages,
} from '@voordeur/contracts/http';
import { useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { LanguageInputs, SettingInput } from './setting-inputs';
import type { SettingsForm } from './use-settings-form';

type TypedCase = Partial<Street>;

/** Makes an address of a name: `bakkerij-zn-zoon` of "Bakkerij z’n zoon". */
export function slugFromName(name = ''): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longestSlug)
    .replace(/-$/, '');
}

/**
 * A case whose address follows its name, until she writes the address herself. Never once the page is on the site: links
 * elsewhere lead there.
 */
export function followName(now: TypedCase, before: TypedCase | undefined, published: string[]): TypedCase {
  const slug = now.page?.slug ?? '';
  if (!now.page || published.includes(slug) || slug !== slugFromName(before?.name?.en)) return now;
  return { ...now, page: { ...now.page, slug: slugFromName(now.name?.en) } };
}

interface Props {
  form: SettingsForm;
  path: string;
  of: TypedCase;
  /** Addresses of the pages that are on the site. */
  published: string[];
  onChange: (changed: TypedCase) => void;
}

/** Whether a case has a page of its own, and what it says. */
export function CasePageFields({ form, path, of, published, onChange }: Props) {
  const text = useText();
  const language = useLanguage();
  const { isLocked } = form.settingOf(path);
  const [left, setLeft] = useState<{ name?: string; page: CasePage } | null>(null);
  const { page, ...bare } = of;
  const name = of.name?.en;
  const slug = slugOf(of);

  /** Switched on again, it has what it had. */
  function toggle(isOn: boolean) {
    if (page) setLeft({ ...(name !== undefined && { name }), page });
    const before = left?.name === name ? left?.page : undefined;
    onChange(isOn ? { ...bare, page: before ?? { slug: slugFromName(name) } } : bare);
  }

  return (
    <div className="grid gap-4">
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          className="size-4.5 accent-lamp"
          disabled={isLocked}
          checked={page !== undefined}
          onChange={({ target: { checked } }) => toggle(checked)}
        />
        {text('admin.yourSite.hasPage')}
      </label>
      {page && (
        <>
          <div>
            <SettingInput
              form={form}
              path={`${path}.slug`}
              onText={(_, typed) => onChange({ ...of, page: { ...page, slug: typed } })}
            />
            {slug !== undefined && (
              <p className="mt-1 text-note wrap-anywhere text-text-3">
                {textLanguages.map((one) => (
                  <span key={one} className="block">
                    {location.host + casePath(one, slug)}
                  </span>
                ))}
              </p>
            )}
            {slug !== undefined && published.includes(slug) && (
              <a
                href={casePath(language, slug)}
                target="_blank"
                rel="noreferrer"
                className="button-link flex min-h-11 items-center"
              >
                {text('admin.yourSite.seePage')}
                <span className="sr-only"> {text('common.newTab')}</span>
              </a>
            )}
          </div>
          <div className="[&_textarea]:min-h-36">
            <LanguageInputs form={form} path={`${path}.story`} long />
          </div>
          <p className="-mt-2 text-note text-text-3">{text('admin.yourSite.storyHint')}</p>
          <LanguageInputs form={form} path={`${path}.quote.text`} long />
          <LanguageInputs form={form} path={`${path}.quote.by`} />
        </>
      )}
    </div>
  );
}
