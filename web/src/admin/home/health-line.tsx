import type { HealthAnswer, HealthProblem } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { isUnauthorized } from '../../lib/admin-api';
import { readWhenOpened } from '../../lib/admin-queries';
import { AlarmIcon, CheckIcon } from '../../ui/icons';
import { useInstantFormat } from '../../ui/instant';
import { Skeleton } from '../../ui/query-states';
import { FoldedList } from './folded-list';

/** The admin's home shows failed webhooks separately, with their button. */
type ServerProblem = Exclude<HealthProblem, 'deliveries-failed' | 'endpoints-off'>;

const problemLabels: Record<ServerProblem, { name: MessageKey; what: MessageKey }> = {
  'queue-away': { name: 'admin.health.queueAway', what: 'admin.health.queueAwayDo' },
  'jobs-waiting': { name: 'admin.health.jobsWaiting', what: 'admin.health.jobsWaitingDo' },
  'disk-low': { name: 'admin.health.diskLow', what: 'admin.health.diskLowDo' },
  'certificate-refused': {
    name: 'admin.health.certificateRefused',
    what: 'admin.health.certificateRefusedDo',
  },
  'certificate-ending': { name: 'admin.health.certificateEnding', what: 'admin.health.certificateEndingDo' },
  'notices-failed': { name: 'admin.health.noticesFailed', what: 'admin.health.noticesFailedDo' },
  'calendars-old': { name: 'admin.health.calendarsOld', what: 'admin.health.calendarsOldDo' },
  'backup-missing': { name: 'admin.health.backupMissing', what: 'admin.health.backupMissingDo' },
  'backup-old': { name: 'admin.health.backupOld', what: 'admin.health.backupOldDo' },
};

/** Whether the server works: one quiet line, or a line about the problems, which opens to their solutions. */
export function HealthLine() {
  const text = useText();
  const { data, error } = useQuery<HealthAnswer>({ queryKey: ['/api/admin/health'], ...readWhenOpened });
  // The end of the session is shown elsewhere.
  if (error && !data && isUnauthorized(error)) return null;
  const problems = data?.problems.filter((problem) => problem in problemLabels) as
    ServerProblem[] | undefined;
  if (data && problems && problems.length > 0) return <Troubled health={data} problems={problems} />;
  return (
    <section aria-labelledby="health" aria-busy={!data && !error} className="panel py-3.5">
      <h2 id="health" className={error ? 'flex items-center gap-3 panel-title' : 'sr-only'}>
        {error && <Alarm />}
        {text(error ? 'admin.health.unknown' : 'admin.health.title')}
      </h2>
      {data ? (
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

function Troubled({ health, problems }: { health: HealthAnswer; problems: ServerProblem[] }) {
  const text = useText();
  const values = useValues(health);
  const items = problems.map((problem) => {
    const { name, what } = problemLabels[problem];
    return { name: text(name, values), what: text(what, values) };
  });
  return (
    <FoldedList
      id="health"
      icon={<Alarm />}
      title={text('admin.health.troubled', { count: problems.length })}
      items={items}
    >
      <p className="pb-3.5 text-text-2">
        <Facts health={health} />
      </p>
    </FoldedList>
  );
}

function Alarm() {
  return (
    <span className="flex-none text-alarm">
      <AlarmIcon />
    </span>
  );
}

/** The other facts, a sentence each. */
function Facts({ health }: { health: HealthAnswer }) {
  const text = useText();
  const values = useValues(health);
  const { problems, lastBackupAt, files, disk, certificate, version, newerVersion } = health;
  const isFact = (fact: object | string | null, ...named: HealthProblem[]) =>
    fact !== null && !named.some((problem) => problems.includes(problem));
  const facts: MessageKey[] = [
    ...(isFact(lastBackupAt, 'backup-old') ? (['admin.health.backup'] as const) : []),
    ...(files && files.count > 0 ? (['admin.health.files'] as const) : []),
    ...(isFact(disk, 'disk-low') ? (['admin.health.disk'] as const) : []),
    ...(isFact(certificate, 'certificate-ending', 'certificate-refused')
      ? (['admin.health.certificate'] as const)
      : []),
    ...(isFact(version) ? (['admin.health.version'] as const) : []),
    ...(isFact(newerVersion) ? (['admin.health.newerVersion'] as const) : []),
  ];
  return facts.map((fact) => text(fact, values)).join(' ');
}

/** Values for the texts' placeholders. */
function useValues(health: HealthAnswer) {
  const { formatNumber } = useIntl();
  const formatInstant = useInstantFormat();
  const { files, disk, certificate, lastBackupAt, oldestJobSeconds } = health;
  const gigabytes = (bytes = 0) =>
    formatNumber(bytes / 1e9, {
      style: 'unit',
      unit: 'gigabyte',
      maximumFractionDigits: bytes < 1e10 ? 1 : 0,
    });
  return {
    notices: health.failedNotices,
    calendars: health.oldCalendars ?? 0,
    minutes: Math.max(1, Math.round((oldestJobSeconds ?? 0) / 60)),
    files: files?.count ?? 0,
    filesSize: formatNumber(Math.ceil((files?.bytes ?? 0) / 1e6), { style: 'unit', unit: 'megabyte' }),
    free: gigabytes(disk?.freeBytes),
    total: gigabytes(disk?.totalBytes),
    days: certificate?.daysLeft ?? 0,
    at: lastBackupAt === null ? '' : formatInstant(lastBackupAt),
    version: health.version ?? '',
    newerVersion: health.newerVersion ?? '',
  };
}
