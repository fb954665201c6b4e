import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import type { Row, ShownText } from './catalogue-rows';

/** The purpose of a sentence, by its key. The first match wins. */
const uses: [RegExp, MessageKey][] = [
  [/\.pageTitle$/, 'admin.translations.use.title'],
  [/\.pageDescription$/, 'admin.translations.use.description'],
  [/\.noScript/, 'admin.translations.use.noScript'],
  [/fail|error|invalid|missing|unknown|expired|wrong|hint$/i, 'admin.translations.use.failure'],
  [/success|done|sent|thanks|subscribed$/i, 'admin.translations.use.success'],
  [/^(agents|setups|question|intro)\.|\.(gate|popup|dialog)\./, 'admin.translations.use.popup'],
  [/^(toast|offer|load)\./, 'admin.translations.use.notice'],
];

const shownNeighbours = 4;

/** Says that a sentence isn't on the page as it opens, its purpose, and the sentences around it. */
export function SentenceUse({ shown: { row, language }, rows }: { shown: ShownText; rows: Row[] }) {
  const text = useText();
  const use = uses.find(([pattern]) => pattern.test(row.key))?.[1] ?? 'admin.translations.use.later';
  const group = row.key.slice(0, row.key.lastIndexOf('.') + 1);
  const siblings = rows.filter(({ key }) => key.startsWith(group) && !key.slice(group.length).includes('.'));
  const from = Math.max(0, siblings.indexOf(row) - 1);
  return (
    <div className="border-t border-line bg-paint px-4 py-3">
      <p role="status">
        <span className="font-semibold text-lamp-hi">{text('admin.translations.live.notSeen')}</span>{' '}
        {text(use)}
      </p>
      {siblings.length > 1 && (
        <>
          <p className="mt-2 text-note text-text-3">{text('admin.translations.live.around')}</p>
          <ul lang={language} className="mt-1 text-note text-text-2">
            {siblings.slice(from, from + shownNeighbours).map((sibling) => (
              <li
                key={sibling.key}
                className={`truncate border-l-2 py-0.5 pl-2.5 ${sibling === row ? 'border-lamp text-text' : 'border-line'}`}
              >
                {sibling[language].text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
