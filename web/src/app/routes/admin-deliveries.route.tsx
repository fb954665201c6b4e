import { DeliveriesScreen } from '../../features/admin-deliveries/deliveries-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

export default function AdminDeliveriesRoute({ page }: { page: Page }) {
  const { refuse } = useAdminSession();
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <DeliveriesScreen token={readToken} onRefused={refuse} />
      </OwnerOnly>
    </>
  );
}
