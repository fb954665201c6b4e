import type { MessageKey } from '@voordeur/contracts/messages';
import { lazy, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useToday } from '../../features/admin-analytics/analytics-query';
import { CacheCard } from '../../features/admin-cache/cache-card';
import { useEndpoints } from '../../features/admin-deliveries/delivery-calls';
import { HealthCard } from '../../features/admin-health/health-card';
import { useLeadCounts } from '../../features/admin-leads/lead-calls';
import { useTranslationsState } from '../../features/admin-translations/translation-calls';
import { useText } from '../../i18n/use-text';
import { ArrowIcon } from '../../ui/icons';
import { LateExtra } from '../../ui/late-part';
import { ScreenHead } from '../../ui/screen-head';
import { Skeleton } from '../../ui/query-states';
import { Link } from '../../ui/link';

// Not there once the site is ready for visitors.
const LaunchChecklist = lazy(() => import('../../features/admin-launch/launch-checklist'));

const pagesWords = {
  current: 'admin.dashboard.pagesCurrent',
  rendering: 'admin.dashboard.pagesRendering',
  failed: 'admin.dashboard.pagesFailed',
} as const;

/** The name of each screen, and what it is for. */
const screenWords = {
  analytics: ['admin.dashboard.analytics', 'admin.dashboard.analyticsText'],
  leads: ['admin.dashboard.leads', 'admin.dashboard.leadsText'],
  deliveries: ['admin.dashboard.deliveries', 'admin.dashboard.deliveriesText'],
  translations: ['admin.dashboard.translations', 'admin.dashboard.translationsText'],
} as const;

/** A card for each screen, with what's waiting there. If that can't be fetched, the screen itself shows the error. */
export function AdminDashboard() {
  const text = useText();
  const today = useToday();
  const leads = useLeadCounts();
  const late = leads.data?.late ?? 0;
  const deliveries = useEndpoints();
  const endpoints = deliveries.data?.endpoints ?? [];
  const failed = endpoints.reduce((sum, endpoint) => sum + endpoint.failed, 0);
  const off = endpoints.filter(({ offSince }) => offSince !== null).length;
  const texts = useTranslationsState();
  const pages = texts.data?.pages.status;
  return (
    <>
      <ScreenHead title={text('admin.dashboard.title')} />
      <div className="grid gap-3.5 min-[641px]:grid-cols-2 min-[1201px]:grid-cols-4">
        <HealthCard />
        <Card screen="analytics" query={today}>
          {today.data && <Figure id="admin.dashboard.visitsToday" count={today.data.summary.total} />}
        </Card>
        <Card screen="leads" query={leads}>
          {leads.data && (
            <Figure id="admin.dashboard.leadsNew" count={leads.data.toAnswer} colour="text-lamp-hi" />
          )}
          {late > 0 && (
            <span className="text-alarm">{text('admin.dashboard.leadsLate', { count: late })}</span>
          )}
        </Card>
        <Card screen="deliveries" query={deliveries}>
          {deliveries.data && (
            <Figure id="admin.dashboard.deliveriesFailed" count={failed} colour="text-alarm" />
          )}
          {off > 0 && (
            <span className="text-alarm">{text('admin.dashboard.endpointsOff', { count: off })}</span>
          )}
        </Card>
        <Card screen="translations" query={texts}>
          {pages && (
            <span className={pages === 'failed' ? 'text-alarm' : 'text-text'}>{text(pagesWords[pages])}</span>
          )}
        </Card>
        <LateExtra>
          <LaunchChecklist />
        </LateExtra>
        <CacheCard />
      </div>
    </>
  );
}

interface CardProps {
  screen: keyof typeof screenWords;
  /** Fetches what the children show; a skeleton keeps their space until then. */
  query: { data: unknown; error: Error | null };
  children: ReactNode;
}

function Card({ screen, query, children }: CardProps) {
  const text = useText();
  const [name, description] = screenWords[screen];
  const waits = !query.data && !query.error;
  return (
    <Link
      to={`/admin/${screen}`}
      className="panel group transition-colors hover:border-lamp-lo hover:bg-paint"
    >
      <h2 className="flex items-center justify-between gap-3 text-h3">
        {text(name)}
        <span className="text-lamp transition-transform group-hover:translate-x-1">
          <ArrowIcon />
        </span>
      </h2>
      <p className="mt-2.5 flex min-h-10 flex-wrap items-baseline gap-x-3 gap-y-1 text-text-2">
        {waits ? <Skeleton className="h-8 w-28" /> : children}
      </p>
      <p className="mt-2.5 text-text-2">{text(description)}</p>
    </Link>
  );
}

interface FigureProps {
  id: MessageKey;
  count: number;
  /** Of any count but 0. */
  colour?: string;
}

/** A count in large digits with its word. */
function Figure({ id, count, colour = 'text-text' }: FigureProps) {
  const className = `font-display text-[2rem] leading-10 font-semibold tabular-nums ${count > 0 ? colour : ''}`;
  return (
    <span>
      <FormattedMessage
        id={id}
        values={{ count, n: (digits: ReactNode) => <span className={className}>{digits}</span> }}
      />
    </span>
  );
}
