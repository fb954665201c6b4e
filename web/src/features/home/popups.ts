/** What opens over the landing page. */
export type Popup = 'agents' | 'setups' | 'question' | 'intro' | 'scheduler';

export type PopupOpener = (popup: Popup) => void;
