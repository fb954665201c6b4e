import { type Scheduler, type SiteSettingKey, weekdays } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useLanguageName, useText } from '../../i18n/use-text';
import { Facts } from '../../ui/facts';
import { DiffOfTexts } from '../texts/text-history';
import { fieldOf, schedulers } from './setting-fields';
import { partsOf } from './setting-values';

/** A setting's value in words. */
export function SettingParts({ of, value }: { of: SiteSettingKey; value: unknown }) {
  const text = useText();
  const { nameOf, wordsOf } = usePartWords();
  const parts = partsOf(of, value).filter(({ path }) => fieldOf(path));
  if (parts.length === 0) return <p className="text-text-2">{text('admin.yourSite.empty')}</p>;
  return <Facts facts={parts.map((part) => [nameOf(part.path), wordsOf(part)])} />;
}

interface DiffProps {
  of: SiteSettingKey;
  old: unknown;
  now: unknown;
}

/** How a setting changed, in words: the texts that are other ones now. */
export function DiffOfSettings({ of, old, now }: DiffProps) {
  const { nameOf, wordsOf } = usePartWords();
  const before = new Map(partsOf(of, old).map((part) => [part.path, wordsOf(part)]));
  const after = new Map(partsOf(of, now).map((part) => [part.path, wordsOf(part)]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => fieldOf(path) && before.get(path) !== after.get(path),
  );
  return (
    <Facts
      facts={paths.map((path) => [
        nameOf(path),
        <DiffOfTexts key={path} old={before.get(path) ?? ''} now={after.get(path) ?? ''} />,
      ])}
    />
  );
}

/** Names and values of a setting's texts in the admin's language. */
function usePartWords() {
  const text = useText();
  const languageNameOf = useLanguageName();
  const nameOfDay = useWeekdayName();
  return {
    /** Case 1, name, Dutch */
    nameOf: (path: string) => {
      const field = fieldOf(path);
      if (!field) return path;
      const { label, index, language } = field;
      const name = text(label);
      return [
        ...(index === undefined ? [] : [text('admin.yourSite.case', { n: index + 1 })]),
        name,
        ...(language === undefined ? [] : [languageNameOf(language)]),
      ].join(' · ');
    },
    wordsOf: ({ path, value }: ReturnType<typeof partsOf>[number]) => {
      if (typeof value !== 'string') return value.map(nameOfDay).join(', ');
      return path === 'scheduler.provider' ? text(schedulers[value as Scheduler['provider']]) : value;
    },
  };
}

/** Gives `nameOf('monday')`, in the admin's language. */
export function useWeekdayName(): (day: string) => string {
  const { formatDate } = useIntl();
  return (day) => {
    const index = (weekdays as readonly string[]).indexOf(day);
    // A Monday.
    return formatDate(Date.UTC(2024, 0, 1 + index), { weekday: 'long', timeZone: 'UTC' });
  };
}
