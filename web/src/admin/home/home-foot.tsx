import { CacheLine } from './cache-line';
import { HealthLine } from './health-line';
import { LaunchChecklist } from './launch-checklist';

/** The admin's home below the owner's day, in a file of its own: the server, the launch checklist, the cache. */
export default function HomeFoot() {
  return (
    <div className="mt-3.5 grid gap-3.5">
      <HealthLine />
      <LaunchChecklist />
      <CacheLine />
    </div>
  );
}
