import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';

/** What the dark window says: coming soon. */
export function AgentsDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog
      title={text('agents.title')}
      text={text('agents.text')}
      foot={text('agents.foot')}
      onClose={onClose}
    >
      <button type="button" className="button button-lamp mt-6" onClick={onClose}>
        {text('agents.okay')}
      </button>
    </Dialog>
  );
}
