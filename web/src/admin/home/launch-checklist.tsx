import type { LaunchChecklistAnswer, LaunchStep } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';

const words: Record<LaunchStep, { name: MessageKey; what: MessageKey }> = {
  'admin-key': { name: 'admin.launch.key', what: 'admin.launch.keyDo' },
  'legal-texts': { name: 'admin.launch.legal', what: 'admin.launch.legalDo' },
  'lead-delivery': { name: 'admin.launch.delivery', what: 'admin.launch.deliveryDo' },
  sender: { name: 'admin.launch.sender', what: 'admin.launch.senderDo' },
  'owner-address': { name: 'admin.launch.owner', what: 'admin.launch.ownerDo' },
  'example-content': { name: 'admin.launch.example', what: 'admin.launch.exampleDo' },
  calendar: { name: 'admin.launch.calendar', what: 'admin.launch.calendarDo' },
  'public-address': { name: 'admin.launch.public', what: 'admin.launch.publicDo' },
};

/** The steps left before the site is ready for visitors; hidden when all are done, or while they're unknown. */
export function LaunchChecklist() {
  const text = useText();
  const { data } = useQuery<LaunchChecklistAnswer>({
    queryKey: ['/api/admin/launch-checklist'],
    ...readWhenOpened,
  });
  if (!data || data.open.length === 0) return null;
  return (
    <section aria-labelledby="launch" className="panel border-lamp-lo">
      <h2 id="launch" className="flex items-center gap-3 text-h3">
        <span className="lamp-dot transform-none" aria-hidden="true" />
        {text('admin.launch.title')}
      </h2>
      <p className="mt-2 text-text-2">{text('admin.launch.text')}</p>
      <ul className="mt-5 grid gap-x-10 columns:grid-cols-2">
        {data.open.map((step) => (
          <li key={step} className="border-t border-line py-3.5">
            <h3 className="text-[1.0625rem] leading-[1.3]">{text(words[step].name)}</h3>
            <p className="mt-1 wrap-anywhere text-text-2">{text(words[step].what)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
