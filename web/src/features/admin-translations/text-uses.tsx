import { useText } from '../../i18n/use-text';
import { useTextUses } from './translation-calls';

/** Links to the pages on which a text stands. */
export function TextUses({ textKey }: { textKey: string }) {
  const text = useText();
  const { data } = useTextUses();
  const paths = data?.[textKey];
  if (!data) return null;
  if (!paths?.length)
    return <p className="text-note text-text-3">{text('admin.translations.usedNowhere')}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-text-3">
      {text('admin.translations.usedOn')}
      {paths.map((path) => (
        <a key={path} href={path} target="_blank" rel="noreferrer" className="underline hover:text-text">
          {path}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
      ))}
    </p>
  );
}
