import type { HomeAnswer } from '@voordeur/contracts/http';
import { useNavigate } from 'react-router-dom';
import { replyTo } from './waiting-panel';
import { useText } from '../../i18n/use-text';
import { Shortcuts } from '../../ui/shortcuts';

/** The one key of the admin's home, in a file of its own for the dialog that explains it. */
export default function HomeShortcuts({ waiting }: Pick<HomeAnswer, 'waiting'>) {
  const text = useText();
  const navigate = useNavigate();
  const [first] = waiting;
  const reply = () => {
    if (!first) return;
    const { to, state } = replyTo(first.id, waiting);
    void navigate(to, { state });
  };
  return (
    <Shortcuts shortcuts={[{ key: 'r', description: text('admin.dashboard.replyFirst'), run: reply }]} />
  );
}
