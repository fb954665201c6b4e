import {
  type ColourSet,
  inLanguage,
  type Scheduler,
  type SiteSettingAnswer,
  type SiteSettingKey,
  type SiteVideo,
  type Street,
  type TextLanguage,
  weekdays,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useIntl } from 'react-intl';
import { useLanguage, useLanguageName, useText } from '../../i18n/use-text';
import { Facts } from '../../ui/facts';
import { DiffOfTexts } from '../texts/text-history';
import { colourSetNames, fieldOf, schedulers } from './setting-fields';
import { isSame, partsOf } from './setting-values';

/** A setting's value in words. */
export function SettingParts({ of, value }: { of: SiteSettingKey; value: unknown }) {
  const text = useText();
  const { nameOf, wordsOf } = usePartWords();
  const parts = partsOf(of, value).filter(({ path }) => fieldOf(path));
  if (parts.length === 0) return <p className="text-text-2">{text('admin.yourSite.empty')}</p>;
  return <Facts facts={parts.map((part) => [nameOf(part.path), wordsOf(part)])} />;
}

/** Gives what settings have, in one line and in the admin's language; nothing if they have nothing. */
export function useSettingsLine(): (settings: SiteSettingAnswer[]) => string {
  const language = useLanguage();
  const { wordsOf } = usePartWords();
  return (settings) => {
    const words = settings.flatMap(({ key, value }) => {
      const list = lists[key];
      if (list) return [list.namesIn(value, language)];
      // A yes says nothing without its question.
      if (value === true) return [];
      const parts = partsOf(key, value);
      const paths = parts.map(({ path }) => path);
      const inOwn = (path: string) => path.replace(/\.en(?=\.|$)/, `.${language}`);
      return parts
        .filter(({ path }) => {
          const field = fieldOf(path);
          const isFallback = field?.language === 'en' && !paths.includes(inOwn(path));
          return field && (isFallback || [undefined, language].includes(field.language as typeof language));
        })
        .map(wordsOf);
    });
    return [...new Set(words)].filter(Boolean).join(' · ');
  };
}

interface DiffProps {
  of: SiteSettingKey;
  old: unknown;
  now: unknown;
}

/** How a setting changed, in words: the texts that are other ones now, or the names in a list if those are. */
export function DiffOfSettings({ of, old, now }: DiffProps) {
  const text = useText();
  const { nameOf, wordsOf } = usePartWords();
  const list = lists[of];
  const [oldNames, newNames] = [old, now].map((value) => list?.namesIn(value) ?? '') as [string, string];
  if (list && oldNames !== newNames)
    return (
      <Facts facts={[[text(list.label), <BeforeAndAfter key="names" old={oldNames} now={newNames} />]]} />
    );
  const before = new Map(partsOf(of, old).map((part) => [part.path, part]));
  const after = new Map(partsOf(of, now).map((part) => [part.path, part]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => fieldOf(path) && !isSame(before.get(path), after.get(path)),
  );
  return (
    <Facts
      facts={paths.map((path) => [
        nameOf(path),
        <BeforeAndAfter key={path} old={wordsOf(before.get(path))} now={wordsOf(after.get(path))} />,
      ])}
    />
  );
}

/** Each as a whole: word by word, addresses and amounts would be hard to read. */
function BeforeAndAfter({ old, now }: { old: string; now: string }) {
  return (
    <>
      <DiffOfTexts old={old} now="" />
      <DiffOfTexts old="" now={now} />
    </>
  );
}

interface List {
  label: MessageKey;
  /** In English, unless it's said otherwise. */
  namesIn: (value: unknown, language?: TextLanguage) => string;
}

const lists: Partial<Record<SiteSettingKey, List>> = {
  streets: {
    label: 'admin.yourSite.caseName',
    namesIn: (value, language = 'en') =>
      ((value ?? []) as Street[]).map(({ name }) => inLanguage(name, language)).join(', '),
  },
  videos: {
    label: 'admin.yourSite.videoTopic',
    namesIn: (value, language = 'en') =>
      ((value ?? []) as SiteVideo[]).map(({ topic }) => inLanguage(topic, language)).join(', '),
  },
};

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
      // The setting's own name is the heading already.
      const isNamed = language !== undefined && path.split('.').length === 2;
      return [
        ...(index === undefined
          ? []
          : [
              text(path.startsWith('videos.') ? 'admin.yourSite.video' : 'admin.yourSite.case', {
                n: index + 1,
              }),
            ]),
        ...(isNamed ? [] : [text(label)]),
        ...(language === undefined ? [] : [languageNameOf(language)]),
      ].join(' · ');
    },
    wordsOf: (part: ReturnType<typeof partsOf>[number] | undefined) => {
      if (!part) return '';
      const { path, value } = part;
      if (typeof value !== 'string') return value.map(nameOfDay).join(', ');
      if (path === 'asksName' || path === 'showsAnswerTime') return text('admin.yourSite.yes');
      if (/^(person\.(portrait|signature)|guide\.cover|videos\.\d+\.thumbnail|mark|sharePicture)$/.test(path))
        return text('admin.yourSite.aPicture');
      if (path === 'guide.file' || path.startsWith('documents.')) return text('admin.yourSite.aDocument');
      if (/^videos\.\d+\.source$/.test(path)) return text('admin.yourSite.aVideo');
      if (/^videos\.\d+\.captions\./.test(path)) return text('admin.yourSite.captions');
      if (path === 'colours.set') return text(colourSetNames[value as ColourSet]);
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
