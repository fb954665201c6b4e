import { DeliveriesScreen } from '../../features/admin-deliveries/deliveries-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

export default function AdminDeliveriesRoute({ page }: { page: Page }) {
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <DeliveriesScreen />
      </OwnerOnly>
    </>
  );
}
