import { hashVisitor } from '../hash-visitor.js';
import type { VisitStep } from '../visit-in-progress.js';

/** People only: nobody asks how many different bots there were. */
export const putVisitor: VisitStep = (visit, { saltAt }) => {
  if (!visit.bot) visit.visitor = hashVisitor(visit, saltAt(Date.parse(visit.occurredAt)));
  return visit;
};
