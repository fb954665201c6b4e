import { keepAddress } from '../keep-address.js';
import type { VisitStep } from '../visit-in-progress.js';

/** Bots' addresses are kept whole, to tell who they are; people's as the owner chose. */
export const putAddress: VisitStep = (visit, { ipPrivacy }) => {
  visit.ip = keepAddress(visit.address, visit.bot ? 'full' : ipPrivacy);
  return visit;
};
