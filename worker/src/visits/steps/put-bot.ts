import type { VisitStep } from '../visit-in-progress.js';
import { tellBot } from './tell-bot.js';

export const putBot: VisitStep = (visit) => {
  visit.bot = tellBot(visit);
  return visit;
};
