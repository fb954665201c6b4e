import { useText } from '../../i18n/use-text';
import { ScreenHead } from '../../ui/screen-head';
import { EventsPanel } from './events-panel';
import { KeysPanel } from './keys-panel';
import { LinksPanel } from './links-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';

/** Who is logged in, who has been, what logging in takes, and who else may read figures. */
export default function SecurityScreen() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.security.title')} />
      <div className="grid grid-cols-12 gap-3.5">
        <SessionsPanel />
        <SecondFactorPanel />
        <LinksPanel />
        <KeysPanel />
        <EventsPanel />
      </div>
    </>
  );
}
