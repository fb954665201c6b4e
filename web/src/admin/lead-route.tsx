import { useLocation } from 'react-router-dom';
import { DeliveryCard } from './deliveries/delivery-card';
import { endpointLabels } from './deliveries/delivery-words';
import { LeadScreen } from './leads/lead-screen';
import { useText } from '../i18n/use-text';

/** One lead, with its deliveries shown as on the deliveries screen. */
export default function AdminLeadRoute() {
  const text = useText();
  const id = useLocation().pathname.split('/').at(-1) ?? '';
  return (
    <LeadScreen
      id={id}
      delivery={(delivery) => <DeliveryCard delivery={delivery} />}
      endpoint={(name) => text(endpointLabels[name])}
    />
  );
}
