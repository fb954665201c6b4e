import { useLocation } from 'react-router-dom';
import { DeliveryCard } from '../../features/admin-deliveries/delivery-card';
import { LeadScreen } from '../../features/admin-leads/lead-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

/** One lead, with its deliveries shown as on the deliveries screen. */
export default function AdminLeadRoute({ page }: { page: Page }) {
  const id = useLocation().pathname.split('/').at(-1) ?? '';
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <LeadScreen id={id} delivery={(delivery) => <DeliveryCard delivery={delivery} />} />
      </OwnerOnly>
    </>
  );
}
