import type { ComponentProps } from 'react';

/** Each is in the address while it's open: `/en?open=question`. */
export const popups = ['question', 'setups', 'agents', 'intro', 'meeting'] as const;
export type Popup = (typeof popups)[number];
export type PopupOpener = (popup: Popup) => void;

interface Props extends ComponentProps<'button'> {
  popup: Popup;
  openPopup: PopupOpener;
}

/** A button that opens a popup over the landing page. */
export function PopupButton({ popup, openPopup, ...rest }: Props) {
  return <button type="button" aria-haspopup="dialog" {...rest} onClick={() => openPopup(popup)} />;
}
