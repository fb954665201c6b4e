import { UnsubscribeCard } from '../subscription/unsubscribe-card';

export default function UnsubscribeRoute() {
  return (
    <div className="wrap page page-letter">
      <UnsubscribeCard />
    </div>
  );
}
