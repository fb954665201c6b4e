import type { Days } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { useInstantFormat, useZoneName } from '../../ui/instant';
import { useDays } from './use-days';

/** The days shown, and those they're compared with. */
export function ComparedDays({ from, to, before }: Days & { before: Days | null }) {
  const text = useText();
  const { days } = useDays();
  if (!before) return days({ from, to });
  return text('admin.analytics.comparedWith', { days: days({ from, to }), before: days(before) });
}

/** When the figures were read. */
export function AsOf({ instant }: { instant: string }) {
  const text = useText();
  const time = useInstantFormat()(instant);
  return <time dateTime={instant}>{text('admin.analytics.asOf', { time, zone: useZoneName() })}</time>;
}
