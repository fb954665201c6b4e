import { useLocation } from 'react-router-dom';
import { DeliveryCard } from '../../features/admin-deliveries/delivery-card';
import { LeadScreen } from '../../features/admin-leads/lead-screen';

/** One lead, with its deliveries shown as on the deliveries screen. */
export default function AdminLeadRoute() {
  const id = useLocation().pathname.split('/').at(-1) ?? '';
  return <LeadScreen id={id} delivery={(delivery) => <DeliveryCard delivery={delivery} />} />;
}
