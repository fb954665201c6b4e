import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { QueryStates } from '../../ui/query-states';
import { useDelivery } from './delivery-calls';
import { DeliveryCard } from './delivery-card';
import { Link } from '../../ui/link';

interface Props {
  id: string;
  onClose: () => void;
}

/** One delivery over the list, with the body that is sent. */
export function DeliveryDialog({ id, onClose }: Props) {
  const text = useText();
  const delivery = useDelivery(id);
  const { data } = delivery;
  return (
    <Dialog title={text('admin.deliveries.one')} onClose={onClose}>
      <QueryStates
        query={delivery}
        fetching={text('admin.deliveries.fetching')}
        failed={text('admin.deliveries.notFetched')}
      />
      {data && (
        <>
          <DeliveryCard delivery={data} />
          {data.leadId !== null && (
            <p className="mt-2">
              <Link className="button-link" to={`/admin/leads/${data.leadId}`}>
                {text('admin.deliveries.lead')}
              </Link>
            </p>
          )}
          <h3 className="mt-4 text-[1.0625rem]">{text('admin.deliveries.body')}</h3>
          <pre
            tabIndex={0}
            role="group"
            aria-label={text('admin.deliveries.body')}
            className="mt-2 max-h-80 overflow-auto rounded-control border border-line bg-night p-3 text-note whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {JSON.stringify(data.body, null, 2)}
          </pre>
        </>
      )}
    </Dialog>
  );
}
