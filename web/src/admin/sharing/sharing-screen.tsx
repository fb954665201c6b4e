import { useText } from '../../i18n/use-text';
import { RefreshPanelsButton, ScreenHead } from '../../ui/screen-head';
import { KeysPanel, LinksPanel } from './access-panels';

/** Everything that others may read of the figures: links to a view, and keys for programs. */
export default function SharingScreen() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.access.title')}>
        <RefreshPanelsButton />
      </ScreenHead>
      <div className="grid grid-cols-12 gap-3.5">
        <LinksPanel />
        <KeysPanel />
      </div>
    </>
  );
}
