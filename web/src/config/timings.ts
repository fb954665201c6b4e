import { gateSeconds } from '@voordeur/contracts/http';

/** All numbers of the spec (sections 4, 8 and 9), and the design's own. */
export const timings = {
  toastMs: 5_000,
  /** One with a button. */
  toastWithActionMs: 10_000,
  /** A dismissed toast stays in memory this long, unless the next one takes its place. */
  toastRemovalMs: 1_000_000,
  toastSwipePx: 50,
  spamReminderMs: 2_000,
  /** The same in the worker (worker/src/leads/subscribe.ts). */
  confirmAgainMs: 600_000,
  popupCloseMs: 1_500,
  sessionEndsEarlyMs: 60_000,

  /** From a change of page to the scroll to its section. */
  sectionScrollMs: 300,
  bookingScrollMs: 50,
  pageScrollMs: 100,
  bookingBackScrollMs: 300,

  counterTickMs: 3_000,
  typedLetterMs: 80,
  typedHoldMs: 3_000,
  typedPauseMs: 800,

  tooltipOpenMs: 700,
  tooltipSkipMs: 300,

  /** How often to poll for the owner's texts, so that an edit is on an open page within 5 s. */
  textsPollMs: 4_000,
  textsPollAfterFailureMs: 60_000,
  /** After the last sign of somebody looking. */
  textsPollForMs: 180_000,

  /** A stream that says nothing for so long is lost: the api says something every 15 s. */
  streamSilentMs: 40_000,
  /** From a stream's end to the next one; twice as long after each failure. */
  streamAgainMs: 1_000,
  streamAgainAtMostMs: 30_000,

  /** When a scheduler hasn't answered by then, another way to book is offered. */
  schedulerAnswerMs: 4_000,
  backgroundRestMs: 8_000,
} as const;

export const sizes = {
  navigationSolidPx: 50,
  menuBelowPx: 900,
  rainFromPx: 768,
  /** As in facade.css. */
  facadeFromPx: 1_240,
  guideFramePx: 600,
  legalFramePx: 800,
  bookingFramePx: 700,
} as const;

/** How many cards one page of the carousel shows in a window of this width (video-carousel.tsx has the same widths). */
export function cardsPerPage(windowPx: number): number {
  if (windowPx < 640) return 1;
  return windowPx < 1_024 ? 2 : 3;
}

export const watching = {
  /** From here on a view is sent. */
  viewSeconds: 5,
  gateSeconds,
} as const;
