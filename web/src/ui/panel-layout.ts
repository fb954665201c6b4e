import { useMedia } from '../lib/use-media';

/** Columns of twelve, by width. Apart from the panels, for the screen that shows their places before they load. */
export const panelSpans = {
  3: 'col-span-6 wide:col-span-3',
  /** One of three, and half of a narrower screen. */
  '4-or-6': 'col-span-6 columns:col-span-4',
  4: 'col-span-12 columns:col-span-4',
  8: 'col-span-12 columns:col-span-8',
  12: 'col-span-12',
} as const;
export type PanelSpan = keyof typeof panelSpans;

/** Whether panels are folded: on a phone. */
export const useIsFolded = () => useMedia('(width < 641px)');
