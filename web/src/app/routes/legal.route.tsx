import { LegalDocuments } from '../../features/legal/legal-documents';
import { useText } from '../../i18n/use-text';
import { BackLink } from '../../ui/back-link';
import { NumberPlate } from '../../ui/number-plate';
import type { Page } from '../pages/paths';
import { Link } from '../../ui/link';

export default function LegalRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <div className="wrap page">
      <BackLink language={page.language} />
      <div className="mt-5 mb-8">
        <NumberPlate number={14} />
        <h1 className="mt-4.5 max-w-[13em] text-h1">{text('legal.headline')}</h1>
      </div>
      <LegalDocuments language={page.language} />
      <p className="mt-6">
        <Link to={page.language === 'nl' ? '/nl/privacy' : '/privacy'} className="button-link">
          {text('privacy.headline')}
        </Link>
      </p>
    </div>
  );
}
