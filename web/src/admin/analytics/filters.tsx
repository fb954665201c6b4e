import {
  botClasses,
  goals,
  languages,
  otherValues,
  perDimension,
  sourceClasses,
  type BotClass,
  type Filter,
  type FilterDimension,
  type FilterOperator,
  type SourceClass,
  type CountedGoal,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useIntl } from 'react-intl';
import { use, type ComponentProps, type ReactNode } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { formatHours } from './formats';
import { FixedPeriod, hasFilter, searchOf, toggleFilter, usePeriod, type Period } from './period';

/** In the order in which they're offered. */
export const dimensionLabels: Record<FilterDimension, MessageKey> = {
  page: 'admin.analytics.page',
  entry: 'admin.analytics.filter.entry',
  exit: 'admin.analytics.filter.exit',
  source: 'admin.analytics.channel',
  ...perDimension(({ filter }) => filter),
  device: 'admin.analytics.device',
  browser: 'admin.analytics.browser',
  system: 'admin.analytics.system',
  video: 'admin.analytics.video',
  goal: 'admin.analytics.filter.goal',
  hour: 'admin.analytics.hour',
  suspected: 'admin.analytics.filter.suspected',
  bot: 'admin.analytics.filter.bot',
};

export const operatorLabels: Record<FilterOperator, MessageKey> = {
  is: 'admin.analytics.filter.is',
  'is-not': 'admin.analytics.filter.isNot',
  contains: 'admin.analytics.filter.contains',
};

const sourceLabels: Record<SourceClass, MessageKey> = {
  direct: 'admin.analytics.filter.channels.direct',
  search: 'admin.analytics.filter.channels.search',
  referral: 'admin.analytics.filter.channels.referral',
  campaign: 'admin.analytics.filter.channels.campaign',
  assistant: 'admin.analytics.filter.channels.assistant',
};

export const botLabels: Record<BotClass, MessageKey> = {
  search: 'admin.analytics.classSearch',
  ai: 'admin.analytics.classAi',
  monitor: 'admin.analytics.classMonitor',
  tool: 'admin.analytics.classTool',
  other: 'admin.analytics.classOther',
};

export const goalLabels: Record<CountedGoal, MessageKey> = {
  lead: 'admin.analytics.goals.name.lead',
  setups: 'admin.analytics.goals.name.setups',
  question: 'admin.analytics.goals.name.question',
  proposal: 'admin.analytics.goals.name.proposal',
  booking: 'admin.analytics.goals.name.booking',
  newsletter: 'admin.analytics.goals.name.newsletter',
  'newsletter-confirmed': 'admin.analytics.goals.name.newsletterConfirmed',
  'prompt-signup': 'admin.analytics.goals.name.promptSignup',
  'video-signup': 'admin.analytics.goals.name.videoSignup',
  'calendar-opened': 'admin.analytics.goals.name.calendarOpened',
  booked: 'admin.analytics.goals.name.booked',
  'video-30': 'admin.analytics.goals.name.video30',
  'video-gate': 'admin.analytics.goals.name.videoGate',
  'form-opened': 'admin.analytics.goals.funnel.formOpened',
};

/** Names of a dimension's values, where they differ from the values. Empty: unknown or absent. */
const valueLabels: Partial<Record<FilterDimension, Record<string, MessageKey>>> = {
  ...perDimension(({ none }) => ({ '': none })),
  source: sourceLabels,
  device: {
    desktop: 'admin.analytics.filter.devices.desktop',
    mobile: 'admin.analytics.filter.devices.mobile',
    tablet: 'admin.analytics.filter.devices.tablet',
    tv: 'admin.analytics.filter.devices.tv',
    '': 'admin.analytics.filter.unknown',
  },
  browser: { '': 'admin.analytics.filter.unknown' },
  system: { '': 'admin.analytics.filter.unknown' },
  video: { '': 'admin.analytics.filter.nothing' },
  goal: { ...goalLabels, '': 'admin.analytics.filter.nothing' },
  suspected: { yes: 'admin.analytics.filter.yes', no: 'admin.analytics.filter.no' },
  bot: botLabels,
};

/** The values of the dimensions that have no others. */
export const closedValues: Partial<Record<FilterDimension, readonly string[]>> = {
  source: sourceClasses,
  language: [...languages, ''],
  goal: [...goals, ''],
  hour: Array.from({ length: 24 }, (_, hour) => String(hour)),
  suspected: ['yes', 'no'],
  bot: botClasses,
};

/** Whether a value groups many; a campaign's has empty lines after it. */
export const isOthers = (value: string) => value.trimEnd() === otherValues;

/** Names of filters and their values. */
export function useFilterLabels() {
  const text = useText();
  const { formatDisplayName } = useIntl();
  const languageNameOf = useLanguageName();
  const ofValue = (dimension: FilterDimension, value: string): string => {
    if (isOthers(value)) return text('admin.analytics.others');
    const key = valueLabels[dimension]?.[value];
    if (key) return text(key);
    if (dimension === 'hour' && /^\d+$/.test(value)) return formatHours(Number(value));
    if (dimension === 'country' && /^[A-Z]{2}$/.test(value))
      return formatDisplayName(value, { type: 'region' }) ?? value;
    if (dimension === 'language') return languageNameOf(value);
    if (dimension === 'campaign') return [...partsOfCampaign(value)].reverse().filter(Boolean).join(' / ');
    return value;
  };
  return {
    ofValue,
    /** Country is Netherlands */
    ofFilter: ({ dimension, operator, value }: Filter) =>
      [
        text(dimensionLabels[dimension]),
        text(operatorLabels[operator]),
        operator === 'contains'
          ? text('admin.analytics.filter.quoted', { value })
          : ofValue(dimension, value),
      ] as const,
  };
}

/** `utm_source`, `utm_medium` and `utm_campaign`. */
export function partsOfCampaign(value: string): [source: string, medium: string, campaign: string] {
  const [source = '', medium = '', campaign = ''] = value.split('\n');
  return [source, medium, campaign];
}

interface FilterLinkProps {
  dimension: FilterDimension;
  value: string;
  children: ReactNode;
}

/** Adds a row's filter to the address, or takes it away again. A row of many values has none. */
export function FilterLink({ dimension, value, children }: FilterLinkProps) {
  const period = usePeriod();
  if (isOthers(value)) return children;
  const filter: Filter = { dimension, operator: 'is', value };
  return (
    <PeriodLink
      to={toggleFilter(period, filter)}
      aria-current={hasFilter(period, filter) ? 'true' : undefined}
      className="block decoration-lamp-lo underline-offset-[.3em] hover:underline current:text-lamp-hi"
    >
      {children}
    </PeriodLink>
  );
}

/** Leads to another period of the screen. A shared view has no other, so there it's plain text. */
export function PeriodLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: Period }) {
  if (use(FixedPeriod)) return props.children;
  return <Link to={searchOf(to)} {...props} />;
}
