import type { LaunchChecklistAnswer, LaunchStep } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { CopyField } from '../../ui/copy-field';
import { Link } from '../../ui/link';
import { FoldedList } from './folded-list';

const stepLabels: Record<LaunchStep, { name: MessageKey; what: MessageKey }> = {
  'admin-key': { name: 'admin.launch.key', what: 'admin.launch.keyDo' },
  'legal-texts': { name: 'admin.launch.legal', what: 'admin.launch.legalDo' },
  'lead-delivery': { name: 'admin.launch.delivery', what: 'admin.launch.deliveryDo' },
  sender: { name: 'admin.launch.sender', what: 'admin.launch.senderDo' },
  'owner-address': { name: 'admin.launch.owner', what: 'admin.launch.ownerDo' },
  'example-content': { name: 'admin.launch.example', what: 'admin.launch.exampleDo' },
  calendar: { name: 'admin.launch.calendar', what: 'admin.launch.calendarDo' },
  'public-address': { name: 'admin.launch.public', what: 'admin.launch.publicDo' },
};

/** Steps that the owner takes herself, on a screen. */
const places: Partial<Record<LaunchStep, { to: string; name: MessageKey }>> = {
  'legal-texts': { to: '/admin/site#record', name: 'admin.launch.toSite' },
  'lead-delivery': { to: '/admin/mail', name: 'admin.launch.toMail' },
  sender: { to: '/admin/mail', name: 'admin.launch.toMail' },
  'owner-address': { to: '/admin/site#who', name: 'admin.launch.toSite' },
  'example-content': { to: '/admin/site', name: 'admin.launch.toSite' },
  calendar: { to: '/admin/site#booking', name: 'admin.launch.toSite' },
};

/** Steps that need the server, with the command for each. */
const commands: Partial<Record<LaunchStep, Command>> = {
  'admin-key': { name: 'admin.launch.newKey', command: 'make unlock NEW_KEY=1' },
  'public-address': {
    name: 'admin.launch.address',
    command: `printf 'DOMAIN=example.org\\nACME_EMAIL=you@example.org\\n' >> .env && make up`,
  },
};

interface Command {
  name: MessageKey;
  command: string;
}

/** The steps left before the site is ready for visitors; hidden when all are done, or while they're unknown. At the end of the set-up it's open. */
export function LaunchChecklist({ atEnd = false }: { atEnd?: boolean }) {
  const text = useText();
  const { data } = useQuery<LaunchChecklistAnswer>({
    queryKey: ['/api/admin/launch-checklist'],
    ...readWhenOpened,
  });
  if (!data || data.open.length === 0) return null;
  const items = data.open.map((step) => {
    const { name, what } = stepLabels[step];
    const place = places[step];
    const link = place && { to: place.to, name: text(place.name) };
    return { name: text(name), what: text(what), link };
  });
  const operators = data.open.flatMap((step) => commands[step] ?? []);
  return (
    <FoldedList
      id="launch"
      icon={<span className="lamp-dot transform-none" aria-hidden="true" />}
      title={text('admin.launch.title', { n: data.open.length })}
      items={items}
      startsOpen={atEnd}
    >
      {!atEnd && (
        <p className="border-t border-line py-3.5">
          <Link to="/admin/setup" className="button-link">
            {text('admin.launch.walk')}
          </Link>
        </p>
      )}
      {operators.length > 0 && (
        <section aria-labelledby="operator" className="mb-3.5 border-t border-line pt-3.5">
          <h3 id="operator" className="panel-title">
            {text('admin.launch.operator')}
          </h3>
          <p className="mt-1 mb-3.5 text-text-2">{text('admin.launch.operatorText')}</p>
          <div className="grid gap-3.5 columns:grid-cols-2">
            {operators.map(({ name, command }) => (
              <CopyField key={command} label={text(name)} value={command} />
            ))}
          </div>
        </section>
      )}
    </FoldedList>
  );
}
