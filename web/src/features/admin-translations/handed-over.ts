import type { MarkedPage } from './marked-page';

/** A page in a frame, whose texts the admin around it lights and writes over. */
export interface FramedPage extends Pick<MarkedPage, 'light' | 'show' | 'showing'> {
  document: Document;
}

/** The event at a frame that hands its page over to the admin: `detail` is a `FramedPage`, and null once that is left. */
export const handedOver = 'handed-over';
