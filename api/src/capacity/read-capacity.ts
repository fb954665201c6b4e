import { capacitySetting, parseCapacity, Setting } from '@voordeur/contracts/db';
import { busiestSecondFactor, type CapacityAnswer } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { readStatements } from '../platform/sql.js';
import { enoughUntil, growthOf, monthsBefore, type Traffic } from './outlook.js';

const statements = readStatements(new URL('./sql/capacity.sql', import.meta.url));

/** What the machine stores beside what comes, as of `now`. */
export async function readCapacity(db: EntityManager, now: Date, timeZone: string): Promise<CapacityAnswer> {
  const { before, latest, today } = monthsBefore(now, timeZone);
  const [setting, [traffic]] = await Promise.all([
    db.findOneBy(Setting, { name: capacitySetting }),
    db.query<(Traffic & { busiestHour: number })[]>(statements.get('traffic') ?? '', [before, latest, today]),
  ]);
  if (!traffic) throw new Error('counting page views gave no row');
  const measured = parseCapacity(setting?.value);
  const busiestHour = traffic.busiestHour / 3_600;
  const busiestSecond = busiestHour * busiestSecondFactor;
  const growth = growthOf(traffic, now, timeZone);
  const capacity = measured?.pageViewsPerSecond ?? null;
  return {
    measured,
    lastMonth: { pageViews: traffic.latest, busiestHour, busiestSecond },
    growth,
    outlook: enoughUntil({ capacity, busiestSecond, growth }, now, timeZone),
  };
}
