import { GuideCard } from '../guide/guide-card';
import { BackLink } from '../../ui/back-link';
import { NumberPlate } from '../../ui/number-plate';
import type { Page } from '../pages/paths';

export default function GuideRoute({ page }: { page: Page }) {
  return (
    <div className="wrap page">
      <div className="mb-6 flex items-center justify-between">
        <BackLink language={page.language} />
        <NumberPlate number={12} />
      </div>
      <GuideCard />
    </div>
  );
}
