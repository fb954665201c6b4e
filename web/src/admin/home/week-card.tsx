import type { WeekOfLeads } from '@voordeur/contracts/http';
import { useText, type TextOf } from '../../i18n/use-text';
import { Figure, ScreenCard } from '../../ui/screen-card';

/** How many leads came this week, and where most of them came from. */
export function WeekCard({ week, waits }: { week: WeekOfLeads | undefined; waits: boolean }) {
  const text = useText();
  return (
    <ScreenCard to="/admin/leads?box=all" name="admin.dashboard.leads" waits={waits}>
      {week && (
        <>
          <Figure id="admin.dashboard.leadsWeek" count={week.thisWeek} />
          {week.thisWeek > 0 && <p>{describeBest(week, text)}</p>}
          <p className="text-text-3">{text('admin.dashboard.leadsLastWeek', { count: week.lastWeek })}</p>
        </>
      )}
    </ScreenCard>
  );
}

function describeBest({ thisWeek, best }: WeekOfLeads, text: TextOf): string {
  if (!best) return text('admin.dashboard.leadsUnclear');
  const { source, leads: count } = best;
  const areAll = count === thisWeek;
  if (source === null)
    return text(areAll ? 'admin.dashboard.leadsAllDirect' : 'admin.dashboard.leadsSomeDirect', { count });
  return text(areAll ? 'admin.dashboard.leadsAllFrom' : 'admin.dashboard.leadsSomeFrom', { count, source });
}
