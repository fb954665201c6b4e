import { OwnerOnly } from '../../features/admin-session/owner-only';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { TranslationsScreen } from '../../features/admin-translations/translations-screen';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

/** The texts of the site, to be changed while it runs. */
export default function AdminTranslationsRoute({ page }: { page: Page }) {
  const { refuse } = useAdminSession();
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <TranslationsScreen token={readToken} onRefused={refuse} />
      </OwnerOnly>
    </>
  );
}
