import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { DeliveryCard } from '../../features/admin-deliveries/delivery-card';
import { LeadScreen } from '../../features/admin-leads/lead-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

/** One lead, with the deliveries as the deliveries' own screen shows them. */
export default function AdminLeadRoute({ page }: { page: Page }) {
  const { refuse } = useAdminSession();
  const owner = useMemo(() => ({ token: readToken, onRefused: refuse }), [refuse]);
  const id = useLocation().pathname.split('/').at(-1) ?? '';
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <LeadScreen
          id={id}
          owner={owner}
          delivery={(delivery) => <DeliveryCard delivery={delivery} owner={owner} />}
        />
      </OwnerOnly>
    </>
  );
}
