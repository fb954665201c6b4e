import type { VisitStep } from '../visit-in-progress.js';

export const putPlace: VisitStep = (visit, { places }) => {
  visit.place = places.locate(visit.address);
  return visit;
};
