import {
  calendarOrigins,
  colourPattern,
  type ColourSet,
  isLampFaint,
  repeatedSlugs,
  type Scheduler,
  type SiteSettingKey,
  slugPattern,
  type Street,
  textLanguages,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { partOf, partsOf } from './setting-values';

interface SettingField {
  label: MessageKey;
  /** The longest text, as in `site.config.schema.json`. */
  most?: number;
  kind?: 'email' | 'phone' | 'link' | 'slug' | 'colour';
}

const inputs = {
  product: { label: 'admin.yourSite.product', most: 60 },
  email: { label: 'admin.yourSite.email', kind: 'email' },
  phone: { label: 'admin.yourSite.phone', kind: 'phone' },
  'person.name': { label: 'admin.yourSite.name', most: 60 },
  'person.portrait': { label: 'admin.yourSite.portrait' },
  'person.signature': { label: 'admin.yourSite.signature' },
  'person.town': { label: 'admin.yourSite.town', most: 60 },
  price: { label: 'admin.yourSite.price', most: 200 },
  'streets.name': { label: 'admin.yourSite.caseName', most: 60 },
  'streets.before.number': { label: 'admin.yourSite.beforeNumber', most: 16 },
  'streets.before.text': { label: 'admin.yourSite.beforeText', most: 120 },
  'streets.after.number': { label: 'admin.yourSite.afterNumber', most: 16 },
  'streets.after.text': { label: 'admin.yourSite.afterText', most: 120 },
  'streets.page.slug': { label: 'admin.yourSite.slug', most: 60, kind: 'slug' },
  'streets.page.story': { label: 'admin.yourSite.story', most: 4_000 },
  'streets.page.quote.text': { label: 'admin.yourSite.caseQuote', most: 300 },
  'streets.page.quote.by': { label: 'admin.yourSite.quoteBy', most: 100 },
  'quote.text': { label: 'admin.yourSite.quote', most: 300 },
  'quote.by': { label: 'admin.yourSite.quoteBy', most: 100 },
  'scheduler.provider': { label: 'admin.yourSite.provider' },
  'scheduler.address': { label: 'admin.yourSite.address', kind: 'link' },
  daysOff: { label: 'admin.yourSite.daysOff' },
  asksName: { label: 'admin.yourSite.asksName' },
  showsAnswerTime: { label: 'admin.yourSite.showsAnswerTime' },
  'colours.set': { label: 'admin.yourSite.colourSet' },
  'colours.lamp': { label: 'admin.yourSite.lamp', kind: 'colour' },
  mark: { label: 'admin.yourSite.mark' },
  sharePicture: { label: 'admin.yourSite.sharePicture' },
  'social.instagram': { label: 'admin.yourSite.instagram', kind: 'link' },
  'social.linkedin': { label: 'admin.yourSite.linkedin', kind: 'link' },
  'social.facebook': { label: 'admin.yourSite.facebook', kind: 'link' },
  'social.youtube': { label: 'admin.yourSite.youtube', kind: 'link' },
  channel: { label: 'admin.yourSite.channel', kind: 'link' },
  'documents.disclaimer': { label: 'admin.yourSite.disclaimer' },
  'documents.terms': { label: 'admin.yourSite.terms' },
  'documents.privacy': { label: 'admin.yourSite.privacy' },
  'guide.file': { label: 'admin.yourSite.guideFile' },
  'guide.cover': { label: 'admin.yourSite.guideCover' },
  'videos.topic': { label: 'admin.yourSite.videoTopic', most: 200 },
  'videos.title': { label: 'admin.yourSite.videoTitle', most: 200 },
  'videos.source': { label: 'admin.yourSite.videoFile', most: 300 },
  'videos.thumbnail': { label: 'admin.yourSite.videoPicture' },
  'videos.captions': { label: 'admin.yourSite.captions' },
  'company.name': { label: 'admin.yourSite.companyName', most: 100 },
  'company.number': { label: 'admin.yourSite.companyNumber', most: 60 },
  'company.vat': { label: 'admin.yourSite.vat', most: 30 },
  'company.address': { label: 'admin.yourSite.street', most: 120 },
  'company.town': { label: 'admin.yourSite.postcode', most: 80 },
  'company.court': { label: 'admin.yourSite.court', most: 60 },
  'company.hosting': { label: 'admin.yourSite.hosting', most: 100 },
  'company.mailer': { label: 'admin.yourSite.mailer', most: 100 },
  'company.formServices': { label: 'admin.yourSite.formServices', most: 200 },
  'company.visitServices': { label: 'admin.yourSite.visitServices', most: 200 },
  'company.outsideEurope': { label: 'admin.yourSite.outsideEurope', most: 200 },
} as const satisfies Record<string, SettingField>;

type SettingFieldName = keyof typeof inputs;
export const settingFields: Record<SettingFieldName, SettingField> = inputs;

/** Each setting as the history names it. */
export const settingNames: Record<SiteSettingKey, MessageKey> = {
  product: 'admin.yourSite.product',
  email: 'admin.yourSite.email',
  phone: 'admin.yourSite.phone',
  person: 'admin.yourSite.person',
  company: 'admin.yourSite.record',
  streets: 'admin.yourSite.cases',
  quote: 'admin.yourSite.quote',
  price: 'admin.yourSite.price',
  daysOff: 'admin.yourSite.daysOff',
  asksName: 'admin.yourSite.asksName',
  showsAnswerTime: 'admin.yourSite.showsAnswerTime',
  colours: 'admin.yourSite.colours',
  social: 'admin.yourSite.social',
  channel: 'admin.yourSite.channel',
  scheduler: 'admin.yourSite.provider',
  documents: 'admin.yourSite.documents',
  guide: 'admin.yourSite.guide',
  videos: 'admin.yourSite.videos',
  mark: 'admin.yourSite.mark',
  sharePicture: 'admin.yourSite.sharePicture',
};

export const schedulers = {
  own: 'admin.yourSite.ownCalendar',
  calendly: 'admin.yourSite.calendly',
  cal: 'admin.yourSite.cal',
  link: 'admin.yourSite.link',
} as const satisfies Record<Scheduler['provider'], MessageKey>;

export const colourSetNames = {
  evening: 'admin.yourSite.evening',
  'blue-hour': 'admin.yourSite.blueHour',
  hearth: 'admin.yourSite.hearth',
} as const satisfies Record<ColourSet, MessageKey>;
/** Each in a few words. */
export const colourSetTexts = {
  evening: 'admin.yourSite.eveningText',
  'blue-hour': 'admin.yourSite.blueHourText',
  hearth: 'admin.yourSite.hearthText',
} as const satisfies Record<ColourSet, MessageKey>;

interface Place extends SettingField {
  language?: string;
  /** The case or video that it's in, from 0. */
  index?: number;
}

/** Returns the field of a path (`streets.0.name.en`); undefined for the parts that the screen doesn't show. */
export function fieldOf(path: string): Place | undefined {
  const steps = path.split('.');
  const number = steps.find((step) => /^\d+$/.test(step));
  const index = number === undefined ? {} : { index: Number(number) };
  const names = steps.filter((step) => step !== number);
  const whole = find(names);
  if (whole) return { ...whole, ...index };
  for (const [at, language] of names.entries()) {
    const field = find(names.toSpliced(at, 1));
    if (field) return { ...field, ...index, language };
  }
  return undefined;
}

function find(names: string[]): SettingField | undefined {
  const name = names.join('.');
  return name in settingFields ? settingFields[name as SettingFieldName] : undefined;
}

/** Wrong fields by their paths, each with the sentence that says how to fix it. */
export type Problems = Partial<Record<string, MessageKey>>;

/** Returns the fields that the api would refuse. */
export function problemsOf(key: SiteSettingKey, value: unknown): Problems {
  const missing = requiredOf(key, value)
    .filter((path) => partOf({ [key]: value }, path.split('.')) === undefined || value === null)
    .map((path) => [path, describeProblem(path, '')]);
  const wrong = partsOf(key, value)
    .filter((part) => !isAllowed(part.path, part.value, value))
    .map((part) => [part.path, describeProblem(part.path, part.value, value)]);
  return Object.fromEntries([...missing, ...wrong]) as Problems;
}

/** Parts of `company` that each language has its own of. */
const companyTexts = [
  'number',
  'town',
  'hosting',
  'mailer',
  'formServices',
  'visitServices',
  'outsideEurope',
];
const caseParts = ['name', 'before.number', 'before.text', 'after.number', 'after.text'];

/** Paths of texts that a setting can't do without; other languages fall back to English. */
function requiredOf(key: SiteSettingKey, value: unknown): string[] {
  if (key === 'product' || key === 'email') return [key];
  if (key === 'scheduler') return (value as Scheduler).provider === 'own' ? [] : ['scheduler.address'];
  if (value === null) return [];
  const inEnglish = (name: string) => (partOf(value, [name]) === undefined ? [] : [`${key}.${name}.en`]);
  if (key === 'person') return ['person.name', ...inEnglish('town')];
  if (key === 'company') return companyTexts.flatMap(inEnglish);
  if (key === 'price') return ['price.en'];
  if (key === 'quote') return ['quote.text.en', 'quote.by.en'];
  if (key === 'videos')
    return (value as object[]).flatMap((_, index) =>
      ['topic.en', 'title', 'thumbnail'].map((part) => `videos.${index}.${part}`),
    );
  if (key !== 'streets') return [];
  return (value as Partial<Street>[]).flatMap(({ page }, index) =>
    [
      ...caseParts.map((part) => `${part}.en`),
      ...(page ? ['page.slug', 'page.story.en'] : []),
      ...(page?.quote ? ['page.quote.text.en', 'page.quote.by.en'] : []),
    ].map((part) => `streets.${index}.${part}`),
  );
}

const patterns = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^\+?[0-9][0-9 ()-]{4,28}[0-9]$/,
  link: /^https:\/\/[^\s/]+(\/\S*)?$/,
  slug: slugPattern,
  colour: colourPattern,
};

function isAllowed(path: string, value: string | string[], setting: unknown): boolean {
  if (typeof value !== 'string') return value.length < 7;
  const kind = fieldOf(path)?.kind;
  if (kind && !patterns[kind].test(value)) return false;
  if (kind === 'slug') return !isTaken(path, setting);
  if (kind === 'colour') return !isLampFaint(value);
  return path !== 'scheduler.address' || isOfCalendar(value, (setting as Scheduler).provider);
}

/** Whether a case above has the same address. */
function isTaken(path: string, cases: unknown): boolean {
  return repeatedSlugs((cases ?? []) as Street[]).includes(fieldOf(path)?.index ?? 0);
}

/** Pages show no calendar of another host. */
function isOfCalendar(address: string, provider: Scheduler['provider']): boolean {
  if (!URL.canParse(address)) return false;
  return (
    provider === 'own' || provider === 'link' || calendarOrigins[provider].includes(new URL(address).origin)
  );
}

const hints = {
  email: 'form.emailHint',
  phone: 'admin.yourSite.phoneHint',
  link: 'admin.yourSite.linkHint',
  slug: 'admin.yourSite.slugHint',
  colour: 'admin.yourSite.colourHint',
} as const satisfies Record<string, MessageKey>;
const calendarHints = {
  own: 'admin.yourSite.linkHint',
  calendly: 'admin.yourSite.calendlyHint',
  cal: 'admin.yourSite.calHint',
  link: 'admin.yourSite.linkHint',
} as const satisfies Record<Scheduler['provider'], MessageKey>;

/** Says how to fix a field that was refused, here or by the api. */
export function describeProblem(path: string, value: string | string[], setting?: unknown): MessageKey {
  const field = fieldOf(path);
  if (path === 'daysOff') return 'admin.yourSite.noDayLeft';
  if (field?.label === 'admin.yourSite.videoPicture') return 'admin.yourSite.missingPicture';
  if (value.length === 0)
    return field?.language && textLanguages.length > 1
      ? 'admin.yourSite.missingEnglish'
      : 'admin.yourSite.missing';
  if (path === 'scheduler.address')
    return calendarHints[(setting as Scheduler | undefined)?.provider ?? 'link'];
  if (field?.kind === 'slug' && isTaken(path, setting)) return 'admin.yourSite.slugTaken';
  if (path === 'colours.lamp' && typeof value === 'string' && colourPattern.test(value))
    return 'admin.yourSite.lampDark';
  return field?.kind ? hints[field.kind] : 'admin.yourSite.refused';
}
