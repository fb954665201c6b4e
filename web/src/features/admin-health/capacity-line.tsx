import { busiestSecondFactor, type CapacityAnswer, type CapacityOutlook } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { isUnauthorized } from '../../lib/admin-api';
import { Facts } from '../../ui/facts';
import { AboutIcon, AlarmIcon, ForwardIcon } from '../../ui/icons';
import { useInstantFormat } from '../../ui/instant';
import { Skeleton } from '../../ui/query-states';

type Measured = NonNullable<CapacityAnswer['measured']>;

const outlooks: Record<Exclude<CapacityOutlook['state'], 'unmeasured'>, MessageKey> = {
  exceeded: 'admin.capacity.exceeded',
  'too-little-data': 'admin.capacity.tooLittleData',
  'not-growing': 'admin.capacity.notGrowing',
  'over-ten-years': 'admin.capacity.overTenYears',
  until: 'admin.capacity.until',
};

/** How many page views the server can store and until when that's enough: one line, which opens to what it's based on. */
export function CapacityLine() {
  const text = useText();
  const { data, error, refetch } = useQuery<CapacityAnswer>({ queryKey: ['/api/admin/capacity'] });
  // The end of the session is shown elsewhere.
  if (error && !data && isUnauthorized(error)) return null;
  if (data?.measured && data.outlook.state !== 'unmeasured')
    return <Measurement {...data} measured={data.measured} outlook={data.outlook} />;
  return (
    <section aria-labelledby="capacity" aria-busy={!data && !error} className="panel py-3.5!">
      <h2 id="capacity" className="sr-only">
        {text('admin.capacity.title')}
      </h2>
      {data ? (
        <p className="flex items-baseline gap-3">
          <LineIcon />
          <span>
            {text('admin.capacity.unmeasured')}{' '}
            <span className="text-text-2">{text('admin.capacity.unmeasuredDo')}</span>
          </span>
        </p>
      ) : error ? (
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-text-2">
          {text('admin.capacity.unknown')}
          <button type="button" className="button-link -my-2.5" onClick={() => void refetch()}>
            {text('admin.retry')}
          </button>
        </p>
      ) : (
        <Skeleton className="h-6 w-full max-w-140" />
      )}
    </section>
  );
}

interface Props extends CapacityAnswer {
  measured: Measured;
  outlook: Exclude<CapacityOutlook, { state: 'unmeasured' }>;
}

function Measurement({ measured, lastMonth, growth, outlook }: Props) {
  const text = useText();
  const { formatDate } = useIntl();
  const formatInstant = useInstantFormat();
  const perSecond = useRateFormat();
  const isExceeded = outlook.state === 'exceeded';
  const month =
    outlook.state === 'until' ? formatDate(`${outlook.month}-15`, { year: 'numeric', month: 'long' }) : '';
  return (
    <section aria-labelledby="capacity" className={`panel p-0! ${isExceeded ? 'border-lamp-lo' : ''}`}>
      <details className="group px-[1.3rem]">
        <summary className="flex cursor-pointer items-baseline gap-3 py-3.5 focus-visible:-outline-offset-2">
          <LineIcon isAlarm={isExceeded} />
          <span>
            <h2 id="capacity" className="inline font-body text-small font-normal tracking-normal">
              {text('admin.capacity.stores', { perSecond: measured.pageViewsPerSecond })}
            </h2>{' '}
            <span className="text-text-2">{text(outlooks[outlook.state], { month })}</span>
          </span>
          <span className="ml-auto flex-none rotate-90 self-center text-lamp transition-transform group-open:-rotate-90">
            <ForwardIcon />
          </span>
        </summary>
        <div className="border-t border-line py-3.5">
          <Facts
            facts={[
              [
                text('admin.capacity.measured'),
                text('admin.capacity.measuredAt', {
                  at: formatInstant(measured.measuredAt),
                  processors: measured.processors,
                }),
              ],
              [
                text('admin.capacity.busiestHour'),
                text('admin.capacity.busiestHourIs', {
                  average: perSecond(lastMonth.busiestHour),
                  most: perSecond(lastMonth.busiestSecond),
                }),
              ],
              [text('admin.capacity.lastMonth'), <Growth key="growth" {...{ lastMonth, growth }} />],
            ]}
          />
          <div className="mt-3 grid max-w-[75ch] gap-2 text-text-2">
            {isExceeded && <p>{text('admin.capacity.exceededDo')}</p>}
            {outlook.state === 'too-little-data' && <p>{text('admin.capacity.tooLittleDataWhy')}</p>}
            <p>{text('admin.capacity.about', { factor: busiestSecondFactor })}</p>
          </div>
        </div>
      </details>
    </section>
  );
}

function Growth({ lastMonth, growth }: Pick<CapacityAnswer, 'lastMonth' | 'growth'>) {
  const text = useText();
  const { formatNumber } = useIntl();
  const count = lastMonth.pageViews;
  if (growth === null) return text('admin.capacity.pageViews', { count });
  const change = Math.round(growth * 100);
  const share = formatNumber(Math.abs(change) / 100, { style: 'percent' });
  if (change === 0) return text('admin.capacity.pageViewsSame', { count });
  return text(change > 0 ? 'admin.capacity.pageViewsMore' : 'admin.capacity.pageViewsFewer', {
    count,
    share,
  });
}

/** Two digits at least, so that a quiet site's aren't all 0. */
function useRateFormat() {
  const { formatNumber } = useIntl();
  return (rate: number) =>
    formatNumber(rate, rate < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 });
}

/** Stands on the first line. */
function LineIcon({ isAlarm = false }: { isAlarm?: boolean }) {
  return (
    <span
      className={`flex h-[1.45em] flex-none items-center self-start ${isAlarm ? 'text-alarm' : 'text-text-3'}`}
    >
      {isAlarm ? <AlarmIcon /> : <AboutIcon />}
    </span>
  );
}
