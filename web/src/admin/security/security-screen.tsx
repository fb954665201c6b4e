import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { RefreshButton, ScreenHead } from '../../ui/screen-head';
import { EventsPanel } from './events-panel';
import { KeysPanel } from './keys-panel';
import { LinksPanel } from './links-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';

/** Open and past sessions, the second factor, and other access to the figures. */
export default function SecurityScreen() {
  const text = useText();
  const queries = useQueryClient();
  const again = useIsFetching({ predicate: ({ state }) => state.data !== undefined });
  return (
    <>
      <ScreenHead title={text('admin.security.title')}>
        <RefreshButton busy={again > 0} onClick={() => void queries.refetchQueries({ type: 'active' })} />
      </ScreenHead>
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
