import { diffWordsWithSpace } from 'diff';
import { useText } from '../../i18n/use-text';

/** What became of a text, word by word: taken out struck through, put in underlined, and both said to screen readers. */
export function DiffOfTexts({ old, now }: { old: string; now: string }) {
  const text = useText();
  return (
    <p className="whitespace-pre-wrap text-text-2" dir="auto">
      {diffWordsWithSpace(old, now).map(({ value, added, removed }, index) => {
        // The parts of a comparison have no name, and never move.
        if (removed)
          return (
            <del key={index} className="bg-[#3a2320] text-alarm">
              <span className="sr-only">{text('admin.translations.removed')} </span>
              {value}
            </del>
          );
        if (added)
          return (
            <ins key={index} className="bg-[#1d3329] text-ok">
              <span className="sr-only">{text('admin.translations.added')} </span>
              {value}
            </ins>
          );
        return <span key={index}>{value}</span>;
      })}
    </p>
  );
}
