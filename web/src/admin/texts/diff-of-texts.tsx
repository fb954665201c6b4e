import { diffWordsWithSpace } from 'diff';
import { useText } from '../../i18n/use-text';

/** How a text changed, word by word: removed words struck through, added ones underlined, both announced. */
export function DiffOfTexts({ old, now }: { old: string; now: string }) {
  const text = useText();
  return (
    <p className="whitespace-pre-wrap text-text-2" dir="auto">
      {diffWordsWithSpace(old, now).map(({ value, added, removed }, index) => {
        if (!added && !removed) return <span key={index}>{value}</span>;
        const Changed = added ? 'ins' : 'del';
        return (
          <Changed key={index} className={added ? 'bg-[#1d3329] text-ok' : 'bg-[#3a2320] text-alarm'}>
            <span className="sr-only">
              {text(added ? 'admin.translations.added' : 'admin.translations.removed')}{' '}
            </span>
            {value}
          </Changed>
        );
      })}
    </p>
  );
}
