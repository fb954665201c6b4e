import { ConfirmCard } from '../../features/subscription/confirm-card';
import { useText } from '../../i18n/use-text';
import { PageTitle } from '../../ui/number-plate';
import type { Page } from '../pages/paths';

export default function ConfirmRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <div className="wrap page page-letter">
      <div className="mb-5">
        <PageTitle number={16} title={text('confirm.headline')} />
      </div>
      <ConfirmCard language={page.language} />
    </div>
  );
}
