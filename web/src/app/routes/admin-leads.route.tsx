import { LeadsScreen } from '../../features/admin-leads/leads-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

export default function AdminLeadsRoute({ page }: { page: Page }) {
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <LeadsScreen />
      </OwnerOnly>
    </>
  );
}
