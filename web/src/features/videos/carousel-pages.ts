import { carouselPages } from '../../config/timings';

/** How many cards one page shows in a window of this width. */
export function cardsPerPage(windowPx: number): number {
  return carouselPages.find(({ underPx }) => windowPx < underPx)?.cards ?? 1;
}
