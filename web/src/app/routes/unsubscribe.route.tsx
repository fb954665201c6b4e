import { UnsubscribeCard } from '../../features/subscription/unsubscribe-card';
import { useText } from '../../i18n/use-text';
import { NumberPlate } from '../../ui/number-plate';
import type { Page } from '../pages/paths';

export default function UnsubscribeRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <div className="wrap page page-letter">
      <NumberPlate number={16} />
      <h1 className="mt-4.5 mb-5 max-w-[13em] text-h1">{text('unsubscribe.headline')}</h1>
      <UnsubscribeCard />
    </div>
  );
}
