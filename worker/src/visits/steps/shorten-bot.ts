import { cutText } from '../../platform/cut-text.js';
import type { VisitStep } from '../visit-in-progress.js';

const longestPage = 512;
const longestAgent = 256;

/** A flood of programs must not fill the disk: of each, what tells who it is and what it asked for is kept. */
export const shortenBot: VisitStep = (visit) => {
  if (!visit.bot) return visit;
  visit.page = cutText(visit.page, longestPage);
  visit.userAgent = cutText(visit.userAgent, longestAgent);
  delete visit.referrer;
  return visit;
};
