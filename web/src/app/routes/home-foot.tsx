import { CacheLine } from '../../features/admin-cache/cache-line';
import { HealthLine } from '../../features/admin-health/health-line';
import { LaunchChecklist } from '../../features/admin-launch/launch-checklist';

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
