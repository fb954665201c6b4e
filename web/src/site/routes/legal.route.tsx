import { localPath } from '@voordeur/contracts/http';
import { LegalDocuments } from '../legal/legal-documents';
import { useText } from '../../i18n/use-text';
import { BackLink } from '../../ui/back-link';
import { PageTitle } from '../../ui/number-plate';
import type { Page } from '../pages/paths';
import { Link } from '../../ui/link';

export default function LegalRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <div className="wrap page">
      <BackLink language={page.language} />
      <div className="mt-5 mb-8">
        <PageTitle number={14} title={text('legal.headline')} />
      </div>
      <LegalDocuments />
      <p className="mt-6">
        <Link to={localPath(page.language, '/privacy')} className="button-link">
          {text('privacy.headline')}
        </Link>
      </p>
    </div>
  );
}
