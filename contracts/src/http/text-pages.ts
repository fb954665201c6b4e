/**
 * The pages of the site that texts belong to: `every` has those of the frame and of forms that several pages open, `legal`
 * the privacy page too, `other` those of pages that nobody looks for. `mails` and `admin` are no visitor's.
 */
export const textPages = [
  'home',
  'learn',
  'booking',
  'guide',
  'legal',
  'every',
  'other',
  'mails',
  'admin',
] as const;
export type TextPage = (typeof textPages)[number];

/** By the first part of a key: dialogs and forms that one page opens are that page's. */
const pages = new Map<string, TextPage>([
  ...of('every', 'common', 'bar', 'languageOffer', 'toast', 'promise', 'form', 'footer', 'load'),
  ...of('home', 'home', 'agents', 'setups', 'question', 'newsletter', 'intro', 'sent'),
  ...of('learn', 'learn', 'video'),
  ...of('booking', 'booking', 'calendar', 'meeting'),
  ...of('guide', 'guide'),
  ...of('legal', 'legal', 'privacy'),
  ...of('mails', 'mail'),
  ...of('admin', 'admin'),
]);

/** Templates of the owner's replies to leads, among the admin's own labels. */
const replyTemplate = /^admin\.reply\.(subject|(answer|call|later)Text)$/;

/** The page that a text of the catalogues belongs to. */
export function pageOfText(key: string): TextPage {
  if (replyTemplate.test(key)) return 'mails';
  return pages.get(key.split('.')[0] ?? '') ?? 'other';
}

function of(page: TextPage, ...names: string[]): [string, TextPage][] {
  return names.map((name) => [name, page]);
}
