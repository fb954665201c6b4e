import { languageName, type LeadCount, localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { MailContent } from './confirm-mail.js';
import { button, mailPage, paragraph } from './mail-page.js';
import type { LetterSettings } from '../platform/mail-settings.js';
import { mailTexts } from './texts/index.js';
import { compareCounts } from './compare-counts.js';
import type { LetterWeek } from './letter-week.js';
import type { LeadSource, TwoCounts, WeekFigures } from './read-week.js';

/** With fewer, the "best" one is just the one that happened to come first. */
const fewestToRank = 10;
const longestName = 80;
/** More of them would be a list, which the admin has. */
const mostChanges = 5;

/** Tells the owner about a week in five sentences, and in more where texts were changed or something failed, in her language. */
export function weeklyLetter(
  figures: WeekFigures,
  { monday, mondayAfter }: Pick<LetterWeek, 'monday' | 'mondayAfter'>,
  { product, publicUrl, ownerLanguage }: LetterSettings,
): MailContent {
  const lang = ownerLanguage;
  const { weeklyLetter: texts } = mailTexts(lang);
  const date = (day: string, minusDays = 0) => dateOf(day, lang, minusDays);
  const heading = texts.subject(product, date(monday), date(mondayAfter, 1));
  const sentences = sentencesOf(figures, texts, lang);
  const adminUrl = new URL('/admin', publicUrl).href;
  return {
    subject: heading,
    headers: {},
    text: [heading, ...sentences, `${texts.admin}: ${adminUrl}\n`].join('\n\n'),
    html: mailPage({
      lang,
      product,
      heading,
      blocks: [...sentences.map((sentence) => paragraph(sentence)), button(texts.admin, adminUrl)],
    }),
  };
}

function sentencesOf(
  figures: WeekFigures,
  texts: ReturnType<typeof mailTexts>['weeklyLetter'],
  lang: TextLanguage,
): string[] {
  const { visits, visitors, referred, hosts, bestPage, leads, subscribers, videoViews } = figures;
  const { asked, waiting, failed, expiring, booked, meetings } = figures;
  const { held, missed, open } = meetings;
  const number = new Intl.NumberFormat(lang);
  const n = (count: number) => number.format(count);
  const compared = ({ now, before }: TwoCounts) =>
    now === 0 && before === 0
      ? ''
      : texts.compared[now === 0 ? 'none' : compareCounts(now, before)](n(before));
  const named = hosts.map(({ host, visits: sent }) => `${plain(host)} (${n(sent)})`);
  const list = new Intl.ListFormat(lang).format(named);
  const bySource = (sources: LeadSource[]) => {
    const counted = sources.map(
      ({ source, leads: count }) =>
        `${source === null ? texts.unknown : source === '' ? texts.direct : plain(source)} (${n(count)})`,
    );
    return counted.length > 0 ? ` ${texts.leadSources(new Intl.ListFormat(lang).format(counted))}` : '';
  };
  return [
    // Compared by visitors, because visits by one visitor aren't independent.
    texts.visits(visits.now, n(visits.now), n(visitors.now), compared(visitors)),
    referred.now < fewestToRank
      ? texts.fewReferred(referred.now, n(referred.now))
      : texts.referred(n(referred.now), list, compared(referred)),
    bestPage === null || bestPage.now < fewestToRank
      ? texts.noBestPage
      : texts.bestPage(plain(bestPage.page), n(bestPage.now), compared(bestPage)),
    texts.leads(leads.now, n(leads.now), compared(leads)) +
      bySource(figures.leadSources) +
      (asked > 0 ? ` ${texts.asked(asked, asked - waiting, waiting)}` : ''),
    // Without a calendar of its own a site has no bookings here, and no sentence about them.
    ...(booked.now + booked.before + held + missed + open > 0
      ? [
          texts.booked(booked.now, n(booked.now), compared(booked)) +
            bySource(figures.meetingSources) +
            (held + missed + open > 0 ? ` ${texts.held(held, missed, open)}` : ''),
        ]
      : []),
    texts.newsletterAndVideos(
      subscribers.now,
      n(subscribers.now),
      videoViews.now,
      n(videoViews.now),
      compared(videoViews),
    ),
    ...sentencesOfChanges(figures, texts, lang),
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(expiring
      ? [texts.expiring(dateOf(expiring.from, lang), expiring.days, expiring.leads, n(expiring.leads))]
      : []),
  ];
}

/** The changes of the texts, and their effects so far. */
function sentencesOfChanges(
  { changes }: WeekFigures,
  texts: ReturnType<typeof mailTexts>['weeklyLetter'],
  lang: TextLanguage,
): string[] {
  const rate = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const per100 = ({ leads, sessions }: LeadCount) => rate.format((leads / sessions) * 100);
  const sentences = changes.slice(0, mostChanges).map(({ day, place, language, effect }) => {
    const { before, after, verdict } = effect;
    const changed = texts.changed(dateOf(day, lang), texts.places[place], languageName(language, lang));
    if (before.sessions === 0 || after.sessions === 0) return `${changed} ${texts.notComparedYet}`;
    return `${changed} ${texts.rates(per100(before), per100(after))} ${texts.verdicts[verdict]}`;
  });
  const more = changes.length - sentences.length;
  return more > 0 ? [...sentences, texts.moreChanges(more)] : sentences;
}

/** 2 November, 2. November. */
function dateOf(day: string, lang: TextLanguage, minusDays = 0): string {
  const date = DateTime.fromISO(day, { zone: 'utc', locale: localeOf(lang) }).minus({ days: minusDays });
  return date.toLocaleString({ day: 'numeric', month: 'long' });
}

/** Keeps text from visitors' programs short and on one line. */
function plain(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
  return line.length > longestName ? `${line.slice(0, longestName)}…` : line;
}
