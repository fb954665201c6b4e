import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { TextLanguage } from '@voordeur/contracts/http';
import { IntlMessageFormat } from 'intl-messageformat';
import { Fragment, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import type { Samples } from './check-message';

interface Props {
  message: MessageFormatElement[];
  samples: Samples;
  language: TextLanguage;
}

/** The message as visitors read it, with editable sample values for its placeholders. */
export function MessagePreview({ message, samples, language }: Props) {
  const text = useText();
  const [given, setGiven] = useState<Record<string, string>>({});
  const named = Object.entries(samples.values);
  return (
    <div className="mt-4 rounded-control border border-line bg-night p-4">
      <p className="mb-1.5 text-note text-text-3">{text('admin.translations.preview')}</p>
      <div lang={language} dir="auto" className="text-body whitespace-pre-line">
        {show(message, language, samples, given) ?? text('admin.translations.noPreview')}
      </div>
      {named.length > 0 && (
        <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 border-t border-line pt-3">
          {named.map(([name, sample]) => (
            <label key={name} className="block text-note text-text-2">
              {text('admin.translations.sample', { name })}
              <input
                className="field mt-1 min-h-10! py-1! text-small!"
                value={given[name] ?? String(sample)}
                onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** Null while a sample value doesn't fit its placeholder. */
function show(
  message: MessageFormatElement[],
  language: TextLanguage,
  { values, dates, tags }: Samples,
  given: Record<string, string>,
): ReactNode {
  const all: Record<string, unknown> = { ...values, ...given };
  for (const name of dates) all[name] = new Date(String(all[name]));
  // The page decides what a tag becomes; the preview only marks it.
  for (const tag of tags)
    all[tag] = (parts: ReactNode[]) => (
      <span key={tag} className="underline decoration-lamp-lo decoration-2 underline-offset-4">
        {parts.map((part, index) => (
          <Fragment key={index}>{part}</Fragment>
        ))}
      </span>
    );
  try {
    const shown = new IntlMessageFormat(message, language).format<ReactNode>(all as never);
    return Array.isArray(shown) ? shown.map((part, index) => <Fragment key={index}>{part}</Fragment>) : shown;
  } catch {
    return null;
  }
}
