import type { VisitStep } from '../visit-in-progress.js';

/** People are counted by the page itself; the edge is there for programs that run no JavaScript. */
export const dropPersonAtEdge: VisitStep = (visit) =>
  visit.source === 'edge' && !visit.bot ? { dropped: 'person-at-edge' } : visit;
