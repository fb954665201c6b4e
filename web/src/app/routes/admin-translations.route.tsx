import { OwnerOnly } from '../../features/admin-session/owner-only';
import { TranslationsScreen } from '../../features/admin-translations/translations-screen';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

export default function AdminTranslationsRoute({ page }: { page: Page }) {
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <TranslationsScreen />
      </OwnerOnly>
    </>
  );
}
