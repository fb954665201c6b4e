import { ConfirmCard } from '../subscription/confirm-card';
import { useText } from '../../i18n/use-text';
import { PageTitle } from '../../ui/number-plate';

export default function ConfirmRoute() {
  const text = useText();
  return (
    <div className="wrap page page-letter">
      <div className="mb-5">
        <PageTitle number={16} title={text('confirm.headline')} />
      </div>
      <ConfirmCard />
    </div>
  );
}
