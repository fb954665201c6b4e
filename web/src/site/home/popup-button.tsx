import type { ComponentProps } from 'react';

export type Popup = 'agents' | 'setups' | 'question' | 'intro' | 'scheduler';
export type PopupOpener = (popup: Popup) => void;

interface Props extends ComponentProps<'button'> {
  popup: Popup;
  openPopup: PopupOpener;
}

/** A button that opens a popup over the landing page. */
export function PopupButton({ popup, openPopup, ...rest }: Props) {
  return <button type="button" aria-haspopup="dialog" {...rest} onClick={() => openPopup(popup)} />;
}
