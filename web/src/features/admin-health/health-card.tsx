import type { HealthAnswer, HealthProblem } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { isUnauthorized } from '../../lib/admin-api';
import { AlarmIcon, CheckIcon } from '../../ui/icons';
import { useInstantFormat } from '../../ui/instant';
import { Link } from '../../ui/link';
import { Skeleton } from '../../ui/query-states';

const words: Record<HealthProblem, { name: MessageKey; what: MessageKey; leadsTo?: string }> = {
  'queue-away': { name: 'admin.health.queueAway', what: 'admin.health.queueAwayDo' },
  'jobs-waiting': { name: 'admin.health.jobsWaiting', what: 'admin.health.jobsWaitingDo' },
  'disk-low': { name: 'admin.health.diskLow', what: 'admin.health.diskLowDo' },
  'certificate-refused': {
    name: 'admin.health.certificateRefused',
    what: 'admin.health.certificateRefusedDo',
  },
  'certificate-ending': { name: 'admin.health.certificateEnding', what: 'admin.health.certificateEndingDo' },
  'deliveries-failed': {
    name: 'admin.health.deliveriesFailed',
    what: 'admin.health.deliveriesFailedDo',
    leadsTo: '/admin/deliveries',
  },
  'endpoints-off': {
    name: 'admin.health.endpointsOff',
    what: 'admin.health.endpointsOffDo',
    leadsTo: '/admin/deliveries',
  },
  'notices-failed': { name: 'admin.health.noticesFailed', what: 'admin.health.noticesFailedDo' },
  'backup-missing': { name: 'admin.health.backupMissing', what: 'admin.health.backupMissingDo' },
  'backup-old': { name: 'admin.health.backupOld', what: 'admin.health.backupOldDo' },
};

/** Whether the product works: one quiet line, or what the owner should do something about. */
export function HealthCard() {
  const text = useText();
  const { data, error } = useQuery<HealthAnswer>({ queryKey: ['/api/admin/health'], staleTime: 0 });
  // The end of the session is shown elsewhere.
  if (error && !data && isUnauthorized(error)) return null;
  const troubled = data ? data.problems.length > 0 : error !== null;
  return (
    <section
      aria-labelledby="health"
      aria-busy={!data && !error}
      className={`panel col-span-full ${troubled ? 'border-lamp-lo' : ''}`}
    >
      <h2 id="health" className={troubled ? 'flex items-center gap-3 text-h3' : 'sr-only'}>
        {troubled && (
          <span className="text-alarm">
            <AlarmIcon />
          </span>
        )}
        {data && troubled
          ? text('admin.health.troubled', { count: data.problems.length })
          : text(error ? 'admin.health.unknown' : 'admin.health.title')}
      </h2>
      {data && troubled ? (
        <>
          <Problems health={data} />
          <p className="mt-1.5 text-text-2">
            <Facts health={data} />
          </p>
        </>
      ) : data ? (
        <p className="flex items-baseline gap-3">
          <span className="text-lamp">
            <CheckIcon />
          </span>
          <span>
            {text('admin.health.allWell')}{' '}
            <span className="text-text-2">
              <Facts health={data} />
            </span>
          </span>
        </p>
      ) : error ? (
        <p className="mt-2 text-text-2">{text('admin.health.unknownDo')}</p>
      ) : (
        <Skeleton className="h-6 w-full max-w-140" />
      )}
    </section>
  );
}

function Problems({ health }: { health: HealthAnswer }) {
  const text = useText();
  const values = useValues(health);
  return (
    <ul className="mt-4 grid gap-x-10 columns:grid-cols-2">
      {health.problems.map((problem) => {
        const { name, what, leadsTo } = words[problem];
        return (
          <li key={problem} className="border-t border-line py-3.5">
            <h3 className="text-[1.0625rem] leading-[1.3]">{text(name, values)}</h3>
            <p className="mt-1 wrap-anywhere text-text-2">{text(what, values)}</p>
            {leadsTo !== undefined && (
              <Link to={leadsTo} className="mt-1 inline-flex min-h-11 items-center underline">
                {text('admin.health.toDeliveries')}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is known besides the problems, a sentence each. */
function Facts({ health }: { health: HealthAnswer }) {
  const text = useText();
  const values = useValues(health);
  const { problems, lastBackupAt, disk, certificate, version, newerVersion } = health;
  const isFact = (fact: object | string | null, ...named: HealthProblem[]) =>
    fact !== null && !named.some((problem) => problems.includes(problem));
  const facts: MessageKey[] = [
    ...(isFact(lastBackupAt, 'backup-old') ? (['admin.health.backup'] as const) : []),
    ...(isFact(disk, 'disk-low') ? (['admin.health.disk'] as const) : []),
    ...(isFact(certificate, 'certificate-ending', 'certificate-refused')
      ? (['admin.health.certificate'] as const)
      : []),
    ...(isFact(version) ? (['admin.health.version'] as const) : []),
    ...(isFact(newerVersion) ? (['admin.health.newerVersion'] as const) : []),
  ];
  return facts.map((fact) => text(fact, values)).join(' ');
}

/** What the texts have places for. */
function useValues(health: HealthAnswer) {
  const { formatNumber } = useIntl();
  const formatInstant = useInstantFormat();
  const { disk, certificate, lastBackupAt, oldestJobSeconds } = health;
  const gigabytes = (bytes = 0) =>
    formatNumber(bytes / 1e9, {
      style: 'unit',
      unit: 'gigabyte',
      maximumFractionDigits: bytes < 1e10 ? 1 : 0,
    });
  return {
    deliveries: health.failedDeliveries,
    endpoints: health.endpointsOff,
    notices: health.failedNotices,
    minutes: Math.max(1, Math.round((oldestJobSeconds ?? 0) / 60)),
    free: gigabytes(disk?.freeBytes),
    total: gigabytes(disk?.totalBytes),
    days: certificate?.daysLeft ?? 0,
    at: lastBackupAt === null ? '' : formatInstant(lastBackupAt),
    version: health.version ?? '',
    newerVersion: health.newerVersion ?? '',
  };
}
